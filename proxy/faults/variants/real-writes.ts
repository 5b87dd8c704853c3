import { JSON_PATCH_TYPE, PATCH_TYPES } from '../../../spec/surface/media-types.ts';
import { copyOf, failureStatus, isObject, jsonResponse, metadataOf, objectPath, succeeded } from '../bend.ts';
import type { Asked, Bendable, FaultyResponse, Hooks } from '../fault.ts';
import { isWatch, contentTypeOf, acceptOf } from '../requests.ts';

const BODY_TYPES: ReadonlySet<string> = new Set([
  '',
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
]);

export function refusal(code: number, reason: string, message = 'refused'): FaultyResponse {
  return jsonResponse(code, failureStatus(code, reason, message));
}

export function typeOf(asked: Asked): string {
  return contentTypeOf(asked).split(';')[0]?.trim() ?? '';
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

/** One write in this many meets a lagging cache. */
const LAGS_EVERY = 23;

/**
 * Writes are computed against a lagging cache. Now and then a write by a lone client gets a conflict, and a write
 * that restores the state before the last counts as a no-op and returns that old state.
 */
export function laggingCache(): Hooks {
  const states = new Map<string, Bendable[]>();
  let writes = 0;
  return {
    request: (asked) => {
      const { verb } = asked.call ?? {};
      if (verb === undefined || !['replace', 'patch', 'replaceStatus', 'patchStatus'].includes(verb)) return undefined;
      writes += 1;
      const [older, newer] = states.get(objectPath(asked)) ?? [];
      const changesNothingOld =
        verb === 'patch'
          ? typeOf(asked) !== JSON_PATCH_TYPE && isObject(asked.json) && isPartOf(asked.json, older)
          : older !== undefined && withoutVersion(asked.json) === withoutVersion(older);
      if (
        older !== undefined &&
        newer !== undefined &&
        changesNothingOld &&
        !isPartOf(asked.json, newer) &&
        writes % 2 === 0
      )
        return jsonResponse(200, copyOf(older));
      return newer !== undefined && writes % LAGS_EVERY === 0
        ? refusal(409, 'Conflict', 'the object has been modified')
        : undefined;
    },
    response: (answered, asked) => {
      const path =
        asked.call?.verb === 'create'
          ? `${asked.path.replace(/\/$/, '')}/${String(metadataOf(answered.json)['name'])}`
          : objectPath(asked);
      if (asked.call?.verb === 'delete') states.delete(path);
      if (asked.method === 'GET' || asked.method === 'DELETE' || !succeeded(answered) || !isObject(answered.json))
        return;
      const state = copyOf(answered.json);
      const last = states.get(path)?.at(-1);
      if (last === undefined || metadataOf(last)['resourceVersion'] !== metadataOf(state)['resourceVersion'])
        states.set(path, last === undefined ? [state] : [last, state]);
    },
  };
}

/** Bad input with a 500, or refused before the handlers. */
export function refusalsOfItsOwn(): Hooks {
  return {
    request: (asked) => {
      const { verb, resource } = asked.call ?? {};
      const metadata = metadataOf(asked.json);
      const version = metadata['resourceVersion'];
      if (verb === 'create' && typeof version === 'string' && /^[1-9]\d*$/.test(version)) return refusal(500, '');
      if ((verb === 'replace' || verb === 'replaceStatus') && typeof version === 'string' && !/^\d*$/.test(version))
        return refusal(500, '');
      if ((verb === 'create' || verb === 'replace') && !BODY_TYPES.has(typeOf(asked)))
        return refusal(415, 'UnsupportedMediaType');
      if (
        (verb === 'create' || verb === 'replace') &&
        typeOf(asked) === '' &&
        !/^\s*\{/.test(asked.raw.toString('utf8'))
      )
        return refusal(400, 'BadRequest');
      if (verb === 'deleteCollection' && (resource?.kind === 'Service' || resource?.kind === 'Namespace'))
        return refusal(405, 'MethodNotAllowed');
      if (resource?.kind === 'ReplicaSet' && (asked.query.get('fieldSelector') ?? '') !== '')
        return refusal(400, 'BadRequest');
      if (isWatch(asked) && acceptOf(asked).startsWith('application/yaml')) return refusal(406, 'NotAcceptable');
      if (
        resource?.kind !== 'Event' &&
        asked.query.has('resourceVersion') &&
        !/^\d*$/.test(asked.query.get('resourceVersion') ?? '')
      )
        return refusal(500, '');
      return undefined;
    },
    response: (answered, asked) => {
      const message = isObject(answered.json) ? String(answered.json['message']) : '';
      const isUndecodable =
        answered.status === 400 || (answered.status === 422 && message.includes('cannot be applied'));
      const isBadOptions =
        asked.method === 'DELETE' &&
        asked.raw.length > 0 &&
        answered.status === 400 &&
        !/selector|query parameter/i.test(message);
      if (isBadOptions) answered.status = 500;
      if (
        asked.method === 'PATCH' &&
        PATCH_TYPES.includes(typeOf(asked)) &&
        isUndecodable &&
        !message.includes('metadata')
      )
        answered.status = 500;
    },
  };
}
