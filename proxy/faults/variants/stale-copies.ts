import { JSON_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { copyOf, isObject, metadataOf, objectPath, succeeded } from '../bend.ts';
import type { Bendable, FaultyRequest, FaultyResponse } from '../fault.ts';
import { contentTypeOf } from '../requests.ts';

/** The last two states of an object, as far as responses of writes showed them. */
interface States {
  readonly older: Bendable;
  readonly newer: Bendable;
}

/** The copies of a server whose cache lags one write behind. */
export interface StaleCopies {
  /** Whether the object was written twice. */
  hasTwo(request: FaultyRequest): boolean;
  /** The state before the last, if the write restores it: compared with that state, it changes nothing. */
  restoredBy(request: FaultyRequest): Bendable | undefined;
  keep(response: FaultyResponse, request: FaultyRequest): void;
}

export function staleCopies(): StaleCopies {
  const states = new Map<string, Bendable[]>();
  const statesOf = (request: FaultyRequest): States | undefined => {
    const [older, newer] = states.get(objectPath(request)) ?? [];
    return older === undefined || newer === undefined ? undefined : { older, newer };
  };
  return {
    hasTwo: (request) => statesOf(request) !== undefined,
    restoredBy: (request) => {
      const known = statesOf(request);
      return known !== undefined && changesNothing(request, known.older) && !isPartOf(request.json, known.newer)
        ? copyOf(known.older)
        : undefined;
    },
    keep: (response, request) => {
      const path =
        request.call?.verb === 'create'
          ? `${request.path.replace(/\/$/, '')}/${String(metadataOf(response.json)['name'])}`
          : objectPath(request);
      if (request.call?.verb === 'delete') states.delete(path);
      if (request.method === 'GET' || request.method === 'DELETE' || !succeeded(response) || !isObject(response.json))
        return;
      const state = copyOf(response.json);
      const last = states.get(path)?.at(-1);
      if (last === undefined || metadataOf(last)['resourceVersion'] !== metadataOf(state)['resourceVersion'])
        states.set(path, last === undefined ? [state] : [last, state]);
    },
  };
}

/**
 * A PUT that names another version than that of the copy is a conflict, so it never counts as one that changes nothing.
 */
function changesNothing(request: FaultyRequest, copy: Bendable): boolean {
  if (request.method === 'PATCH')
    return (
      !contentTypeOf(request).startsWith(JSON_PATCH_TYPE) && isObject(request.json) && isPartOf(request.json, copy)
    );
  const version = metadataOf(request.json)['resourceVersion'] ?? metadataOf(copy)['resourceVersion'];
  return version === metadataOf(copy)['resourceVersion'] && withoutVersion(request.json) === withoutVersion(copy);
}

/** Whether `part` changes nothing of `whole`: all its members are there with those values, and it removes none. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (!isObject(part)) return part === null ? whole === undefined : JSON.stringify(part) === JSON.stringify(whole);
  return Object.entries(part).every(([name, value]) =>
    isPartOf(value, isObject(whole) && Object.hasOwn(whole, name) ? whole[name] : undefined),
  );
}

function withoutVersion(object: unknown): string {
  const copy = copyOf(object) as Bendable;
  for (const member of ['resourceVersion', 'selfLink', 'generation']) delete metadataOf(copy)[member];
  return JSON.stringify(copy);
}
