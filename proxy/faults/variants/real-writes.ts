import { JSON_PATCH_TYPE, PATCH_TYPES } from '../../../spec/surface/media-types.ts';
import { copyOf, failureStatus, isObject, jsonResponse, metadataOf, objectPath, succeeded } from '../bend.ts';
import type { FaultyRequest, Bendable, FaultyResponse, Hooks } from '../fault.ts';
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

export function typeOf(request: FaultyRequest): string {
  return contentTypeOf(request).split(';')[0]?.trim() ?? '';
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
    request: (request) => {
      const { verb } = request.call ?? {};
      if (verb === undefined || !['replace', 'patch', 'replaceStatus', 'patchStatus'].includes(verb)) return undefined;
      writes += 1;
      const [older, newer] = states.get(objectPath(request)) ?? [];
      const changesNothingOld =
        verb === 'patch'
          ? typeOf(request) !== JSON_PATCH_TYPE && isObject(request.json) && isPartOf(request.json, older)
          : older !== undefined && withoutVersion(request.json) === withoutVersion(older);
      if (
        older !== undefined &&
        newer !== undefined &&
        changesNothingOld &&
        !isPartOf(request.json, newer) &&
        writes % 2 === 0
      )
        return jsonResponse(200, copyOf(older));
      return newer !== undefined && writes % LAGS_EVERY === 0
        ? refusal(409, 'Conflict', 'the object has been modified')
        : undefined;
    },
    response: (response, request) => {
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

/** Bad input with a 500, or refused before the handlers. */
export function refusalsOfItsOwn(): Hooks {
  return {
    request: (request) => {
      const { verb, resource } = request.call ?? {};
      const metadata = metadataOf(request.json);
      const version = metadata['resourceVersion'];
      if (verb === 'create' && typeof version === 'string' && /^[1-9]\d*$/.test(version)) return refusal(500, '');
      if ((verb === 'replace' || verb === 'replaceStatus') && typeof version === 'string' && !/^\d*$/.test(version))
        return refusal(500, '');
      if ((verb === 'create' || verb === 'replace') && !BODY_TYPES.has(typeOf(request)))
        return refusal(415, 'UnsupportedMediaType');
      if (
        (verb === 'create' || verb === 'replace') &&
        typeOf(request) === '' &&
        !/^\s*\{/.test(request.raw.toString('utf8'))
      )
        return refusal(400, 'BadRequest');
      if (verb === 'deleteCollection' && (resource?.kind === 'Service' || resource?.kind === 'Namespace'))
        return refusal(405, 'MethodNotAllowed');
      if (resource?.kind === 'ReplicaSet' && (request.query.get('fieldSelector') ?? '') !== '')
        return refusal(400, 'BadRequest');
      if (isWatch(request) && acceptOf(request).startsWith('application/yaml')) return refusal(406, 'NotAcceptable');
      if (
        resource?.kind !== 'Event' &&
        request.query.has('resourceVersion') &&
        !/^\d*$/.test(request.query.get('resourceVersion') ?? '')
      )
        return refusal(500, '');
      return undefined;
    },
    response: (response, request) => {
      const message = isObject(response.json) ? String(response.json['message']) : '';
      const isUndecodable =
        response.status === 400 || (response.status === 422 && message.includes('cannot be applied'));
      const isBadOptions =
        request.method === 'DELETE' &&
        request.raw.length > 0 &&
        response.status === 400 &&
        !/selector|query parameter/i.test(message);
      if (isBadOptions) response.status = 500;
      if (
        request.method === 'PATCH' &&
        PATCH_TYPES.includes(typeOf(request)) &&
        isUndecodable &&
        !message.includes('metadata')
      )
        response.status = 500;
    },
  };
}
