import { MERGE_PATCH_TYPE } from '../../spec/surface/media-types.ts';
import type { Verb } from '../../spec/surface/operations.ts';
import {
  eachText,
  containersOf,
  copyOf,
  everyObject,
  failureStatus,
  isObject,
  jsonResponse,
  metadataOf,
  objectAt,
  objectPath,
  succeeded,
  walk,
} from './bend.ts';
import type { FaultyRequest, Bendable, Fault, FaultyResponse, Hooks, UpstreamClient } from './fault.ts';
import { acceptOf, isOne, type Which } from './requests.ts';

/** Makes fresh hooks of a fault. */
type MakeHooks = Fault['hooks'];

/** Hooks that change some requests before the upstream sees them. */
export function asking(which: Which, bend: (request: FaultyRequest) => void): MakeHooks {
  return () => ({
    request: (request) => {
      if (isOne(request, which)) bend(request);
    },
  });
}

/** Hooks that heed only one requirement of the field selectors of some requests: 0 is the first, -1 the last. */
export function heedingOneField(which: Which, place: 0 | -1): MakeHooks {
  return asking(which, ({ query }) => {
    const field = query.get('fieldSelector')?.split(',').at(place);
    if (field !== undefined) query.set('fieldSelector', field);
  });
}

/** Hooks that look up the object of some requests by its name in lower case. */
export function ignoringCase(which: Which): MakeHooks {
  return asking(which, (request) => {
    const name = request.call?.name ?? '';
    request.path = request.path.replace(`/${name}`, `/${name.toLowerCase()}`);
  });
}

/** Hooks that change some request bodies, if they are JSON objects. */
export function sending(which: Which, bend: (body: Bendable, request: FaultyRequest) => void): MakeHooks {
  return asking(which, (request) => {
    if (isObject(request.json)) bend(request.json, request);
  });
}

/** Hooks that change the texts of data and annotations in some request bodies. */
export function storing(which: Which, bend: (text: string) => string): MakeHooks {
  return sending(which, (body) => {
    eachText(body['data'], bend);
    eachText(metadataOf(body)['annotations'], bend);
  });
}

/** Hooks that cut the labels and annotations of some request bodies after 64 entries. */
export function cuttingMaps(which: Which): MakeHooks {
  return sending(which, (body) => {
    const metadata = metadataOf(body);
    for (const name of ['labels', 'annotations'])
      if (isObject(metadata[name])) metadata[name] = Object.fromEntries(Object.entries(metadata[name]).slice(0, 64));
  });
}

/** Hooks that change successful responses to some requests. */
export function responding(
  which: Which,
  bend: (response: FaultyResponse, request: FaultyRequest, upstream: UpstreamClient) => void | Promise<void>,
): MakeHooks {
  return () => ({
    response: (response, request, upstream) =>
      isOne(request, which) && succeeded(response) ? bend(response, request, upstream) : undefined,
  });
}

/** How long a kept response is repeated, in milliseconds. */
const KEPT_MS = 1_000;

/** Hooks that repeat an earlier response to some requests of the same target for a while. */
export function keeping(which: Which): MakeHooks {
  return () => {
    const kept = new Map<string, { readonly json: unknown; readonly until: number }>();
    return {
      yaml: true,
      response: (response, request) => {
        if (!isOne(request, which) || !succeeded(response)) return;
        const key = `${acceptOf(request)} ${request.path}?${request.query}`;
        const before = kept.get(key);
        if (before !== undefined && before.until > Date.now()) response.json = copyOf(before.json);
        else kept.set(key, { json: copyOf(response.json), until: Date.now() + KEPT_MS });
      },
    };
  };
}

/** Hooks that change every object that leaves the server. */
export function showing(bend: (object: Bendable, request: FaultyRequest) => void): MakeHooks {
  return () => everyObject(bend);
}

/**
 * Hooks that show another value in a member of the metadata of an object, from the write on that chooses it by the
 * metadata that it sent and that was stored. `undefined` chooses none.
 */
export function overriding(
  which: Which,
  member: string,
  choose: (asked: Bendable, stored: Bendable) => unknown,
): MakeHooks {
  return () => {
    const chosen = new Map<unknown, unknown>();
    const { response: bend, event } = everyObject((object) => {
      const metadata = metadataOf(object);
      if (chosen.has(metadata['uid'])) metadata[member] = chosen.get(metadata['uid']);
    });
    return {
      event,
      response: (response, request) => {
        const stored = metadataOf(response.json);
        const value =
          isOne(request, which) && succeeded(response) ? choose(metadataOf(request.json), stored) : undefined;
        if (value !== undefined) chosen.set(stored['uid'], value);
        bend(response, request);
      },
    };
  };
}

/**
 * Hooks that give an object another creation time at such a write, if the body of the write has that value for it:
 * `undefined` if it has none.
 */
export function retimingCreations(which: Which, sent: null | undefined, time: () => string | null): MakeHooks {
  return overriding(which, 'creationTimestamp', ({ creationTimestamp }) =>
    creationTimestamp === sent ? time() : undefined,
  );
}

/** The present time as a creation time, in seconds. */
export const presentTime = (): string => `${new Date().toISOString().slice(0, 19)}Z`;

/** Hooks that remove the finalizers of an object with some writes, unless it is terminating. */
export function droppingFinalizers(which: Which): MakeHooks {
  return responding(which, async (response, request, upstream) => {
    const { finalizers, deletionTimestamp } = metadataOf(response.json);
    if (!Array.isArray(finalizers) || deletionTimestamp !== undefined) return;
    const patch = { metadata: { finalizers: null } };
    const removed = await upstream.send('PATCH', objectPath(request), patch, MERGE_PATCH_TYPE);
    if (succeeded(removed)) response.json = removed.json;
  });
}

/** The upstream's version after the latest write of any kind. */
export async function latestVersion(upstream: UpstreamClient): Promise<number> {
  const { json } = await upstream.send('GET', '/api/v1/namespaces');
  return Number(metadataOf(json)['resourceVersion']);
}

/** Hooks that refuse some legal requests. */
export function refusing(which: Which, code: number, reason: string): MakeHooks {
  return () => ({
    request: (request) =>
      isOne(request, which) ? jsonResponse(code, failureStatus(code, reason, 'turned away')) : undefined,
  });
}

/** Hooks that refuse parallel requests of one object as conflicts, all of them. */
export function conflictingInParallel(which: Which): MakeHooks {
  return () => {
    const underWay = new Map<string, number>();
    return {
      request: async (request) => {
        if (!isOne(request, which)) return undefined;
        const path = objectPath(request);
        underWay.set(path, (underWay.get(path) ?? 0) + 1);
        await pause(10);
        const met = (underWay.get(path) ?? 0) > 1;
        setTimeout(() => void underWay.set(path, (underWay.get(path) ?? 1) - 1), 10);
        return met ? jsonResponse(409, failureStatus(409, 'Conflict', 'another write is under way')) : undefined;
      },
    };
  };
}

/** Hooks that respond differently if the upstream refuses some requests with one of these codes. */
export function forgiving(
  which: Which,
  codes: readonly number[],
  instead: (
    response: FaultyResponse,
    request: FaultyRequest,
    upstream: UpstreamClient,
  ) => FaultyResponse | undefined | Promise<FaultyResponse | undefined>,
): MakeHooks {
  return () => ({
    response: async (response, request, upstream) => {
      if (!isOne(request, which) || !codes.includes(response.status)) return;
      const other = await instead(response, request, upstream);
      if (other !== undefined) Object.assign(response, other);
    },
  });
}

/** Responds with the present object of the request's path. */
export function asItIs(_: FaultyResponse, request: FaultyRequest, upstream: UpstreamClient): Promise<FaultyResponse> {
  return upstream.send('GET', request.path);
}

/** Responds with the request's body as if it had been stored. */
export function asSent(_: FaultyResponse, request: FaultyRequest): FaultyResponse | undefined {
  if (!isObject(request.json)) return undefined;
  const object = copyOf(request.json);
  object['metadata'] = {
    name: request.call?.name,
    namespace: request.call?.namespace,
    ...metadataOf(object),
    uid: '00000000-0000-4000-8000-000000000000',
    resourceVersion: '1',
    creationTimestamp: '2017-07-01T00:00:00Z',
  };
  return jsonResponse(200, object);
}

/** Every pod spec in a body of any kind. */
export function podSpecsOf(body: unknown): Bendable[] {
  const found: Bendable[] = [];
  walk(body, (inner) => {
    if (Object.hasOwn(inner, 'containers')) found.push(inner);
  });
  return found;
}

/** The containers of a pod spec, or its init containers. */
export function membersOf(spec: Bendable, list: string): Bendable[] {
  const members = spec[list];
  return Array.isArray(members) ? members.filter(isObject) : [];
}

/** The conditions in the status of an object. */
export function conditionsOf(object: unknown): Bendable[] {
  return membersOf(objectAt(object, 'status') ?? {}, 'conditions');
}

/** Gives each object that lacks a member that of the one before it, as if all were read into one variable. */
export function leakMember(objects: readonly Bendable[], member: string): void {
  let last: unknown;
  for (const object of objects) {
    if (object[member] === undefined && last !== undefined) object[member] = copyOf(last);
    last = object[member];
  }
}

export const BODIED: readonly Verb[] = ['create', 'replace'];

/** Path of the collection of an object's path. */
export function collectionOf(path: string): string {
  return path.slice(0, path.replace(/\/$/, '').lastIndexOf('/'));
}

/** A longer timer overflows, in node and in many languages, and ends at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Acts after that many milliseconds, or after the longest time that a timer can last, 25 days. */
export function later(ms: number, act: () => void): NodeJS.Timeout {
  return setTimeout(act, Math.min(ms, LONGEST_TIMER_MS)).unref();
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Hooks that replace each frame of a watch. */
export function framing(event: NonNullable<Hooks['event']>): MakeHooks {
  return () => ({ event });
}

/** Hooks that change the body of a write by the stored object. */
export function changedByStored(
  which: Which,
  change: (body: Bendable, stored: Bendable, request: FaultyRequest) => void,
): () => Hooks {
  return () => ({
    request: async (request, upstream) => {
      if (!isOne(request, which) || !isObject(request.json)) return;
      const stored = await upstream.send('GET', request.path);
      if (succeeded(stored) && isObject(stored.json)) change(request.json, stored.json, request);
    },
  });
}

/** Puts the init containers of the body in the order of the stored ones, if these have the same names. */
export function keepInitContainerOrder(body: Bendable, stored: Bendable): void {
  const [sent, kept] = [body, stored].map((object) => {
    const found: Bendable[] = [];
    walk(object, (inner) => void (Object.hasOwn(inner, 'initContainers') && found.push(inner)));
    return found[0];
  });
  if (sent === undefined || kept === undefined) return;
  const names = membersOf(kept, 'initContainers').map(({ name }) => name);
  const inits = membersOf(sent, 'initContainers');
  if (inits.length === names.length && inits.every(({ name }) => names.includes(name)))
    sent['initContainers'] = names.map((name) => inits.find((each) => each['name'] === name));
}

/** Whether two values are lists of the same elements, in any order. */
export function haveSameElements(one: unknown, other: unknown): boolean {
  const textOf = (list: readonly unknown[]): string =>
    JSON.stringify(list.map((element) => JSON.stringify(element)).sort());
  return Array.isArray(one) && Array.isArray(other) && textOf(one) === textOf(other);
}

/** Puts a list of each container of the body in the order of the stored one, if they have the same elements. */
export function keepOrderOf(member: 'args' | 'command' | 'envFrom'): (body: Bendable, stored: Bendable) => void {
  return (body, stored) => {
    for (const container of containersOf(body)) {
      const kept = containersOf(stored).find(({ name }) => name === container['name'])?.[member];
      if (haveSameElements(kept, container[member])) container[member] = kept;
    }
  };
}
