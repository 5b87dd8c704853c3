import { isUpdate } from '../../../spec/surface/operations.ts';
import { PATCH_TYPES } from '../../../spec/surface/media-types.ts';
import { failureStatus, isObject, jsonResponse, metadataOf } from '../bend.ts';
import type { FaultyRequest, FaultyResponse, Hooks } from '../fault.ts';
import { isWatch, contentTypeOf, acceptOf } from '../requests.ts';
import { staleCopies } from './stale-copies.ts';

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

/** One write in this many meets a lagging cache. */
const LAGS_EVERY = 23;

/**
 * Writes are computed against a lagging cache. Now and then a write by a lone client gets a conflict, and a write
 * that restores the state before the last counts as a no-op and returns that old state.
 */
export function laggingCache(): Hooks {
  const copies = staleCopies();
  let writes = 0;
  return {
    request: (request) => {
      const { verb } = request.call ?? {};
      if (verb === undefined || !isUpdate(verb)) return undefined;
      writes += 1;
      const restored = copies.restoredBy(request);
      if (restored !== undefined && writes % 2 === 0) return jsonResponse(200, restored);
      return copies.hasTwo(request) && writes % LAGS_EVERY === 0
        ? refusal(409, 'Conflict', 'the object has been modified')
        : undefined;
    },
    response: (response, request) => copies.keep(response, request),
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
