import {
  failureStatus,
  isObject,
  itemsOf,
  jsonResponse,
  metadataOf,
  objectPath,
  succeeded,
  successStatus,
} from '../bend.ts';
import type { FaultyRequest, Bendable, Hooks } from '../fault.ts';
import { unversioned } from '../races.ts';
import { isOne, STATUS_WRITES } from '../requests.ts';
import type { Verb } from '../../../spec/surface/operations.ts';

/** Which requests a fault is about. */
export type Picks = (request: FaultyRequest) => boolean;

/** Turns these requests away. */
export function refused(picks: Picks): Hooks {
  return {
    request: (request) =>
      picks(request) ? jsonResponse(400, failureStatus(400, 'BadRequest', 'not supported')) : undefined,
  };
}

/** Carries out these requests as though they were others. */
export function takenFor(picks: Picks, bend: (request: FaultyRequest) => void): Hooks {
  return {
    request: (request) => {
      if (picks(request)) bend(request);
    },
  };
}

/** The verbs whose requests change something. */
export const WRITES: ReadonlySet<Verb> = new Set([
  'create',
  'replace',
  'patch',
  'delete',
  'deleteCollection',
  'replaceStatus',
  'patchStatus',
]);

/**
 * Acknowledges these requests and leaves everything as it was: deletes and writes of a status are not passed on, other
 * writes are taken back. A status that is taken back by a write could be the work of a controller.
 */
export function undone(picks: Picks): Hooks {
  const before = new WeakMap<FaultyRequest, Bendable>();
  return {
    request: async (request, upstream) => {
      if (!picks(request)) return undefined;
      if (request.method === 'DELETE') return jsonResponse(200, successStatus());
      const { json } =
        request.method === 'POST' ? { json: undefined } : await upstream.send('GET', objectPath(request));
      if (!isObject(json)) return undefined;
      if (isOne(request, STATUS_WRITES)) return jsonResponse(200, withStatusOf(json, request.json));
      before.set(request, json);
      return undefined;
    },
    response: async (response, request, upstream) => {
      if (!picks(request) || !succeeded(response) || request.method === 'DELETE') return;
      const stored = before.get(request);
      if (stored !== undefined) await upstream.send('PUT', request.path, unversioned(stored));
      else
        await upstream.send(
          'DELETE',
          `${request.path.replace(/\/$/, '')}/${String(metadataOf(response.json)['name'])}`,
          {
            gracePeriodSeconds: 0,
          },
        );
    },
  };
}

/** The stored object with the members of the status that a PUT or a merge patch carries. */
function withStatusOf(stored: Bendable, sent: unknown): Bendable {
  const [before, after] = [stored['status'], isObject(sent) ? sent['status'] : undefined];
  return { ...stored, status: { ...(isObject(before) ? before : {}), ...(isObject(after) ? after : {}) } };
}

/** Answers lists without their items and watches without their events. */
export function emptied(picks: Picks): Hooks {
  return {
    response: (response, request) => {
      if (picks(request) && succeeded(response) && isObject(response.json) && itemsOf(response) !== undefined)
        response.json['items'] = [];
    },
    event: (frame, request) => (picks(request) ? [] : [frame]),
  };
}
