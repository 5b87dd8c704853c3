import {
  failureStatus,
  isObject,
  itemsOf,
  jsonResponse,
  metadataOf,
  objectPath,
  objectsOf,
  succeeded,
  successStatus,
} from '../bend.ts';
import type { FaultyRequest, FaultyResponse, Bendable, Hooks, UpstreamClient } from '../fault.ts';
import { unversioned } from '../races.ts';
import { isOne, STATUS_WRITES } from '../requests.ts';

/** The requests that a fault changes. */
export type Picks = (request: FaultyRequest) => boolean;

/** Refuses these requests. */
export function refused(picks: Picks): Hooks {
  return {
    request: (request) =>
      picks(request) ? jsonResponse(400, failureStatus(400, 'BadRequest', 'not supported')) : undefined,
  };
}

/** Replaces these requests by others. */
export function takenFor(picks: Picks, bend: (request: FaultyRequest) => void): Hooks {
  return {
    request: (request) => {
      if (picks(request)) bend(request);
    },
  };
}

/**
 * Acknowledges these requests without effect: deletes and writes of a status are not passed on, and other
 * writes are undone. Undoing a status by a write would look like the work of a controller.
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

/** Returns lists without items and watches without events. */
export function emptied(picks: Picks): Hooks {
  return {
    response: (response, request) => {
      if (picks(request) && succeeded(response) && isObject(response.json) && itemsOf(response) !== undefined)
        response.json['items'] = [];
    },
    event: (frame, request) => (picks(request) ? [] : [frame]),
  };
}

/** Leaves some objects out of lists, watches and collection deletes. */
export function forgetting(picks: Picks, isForgotten: (object: Bendable) => boolean): Hooks {
  return {
    request: (request, upstream) =>
      request.method === 'DELETE' && picks(request)
        ? deleteEach(request, upstream, (objects) => objects.filter((object) => !isForgotten(object)))
        : undefined,
    response: (response, request) => {
      const items = picks(request) && succeeded(response) ? itemsOf(response) : undefined;
      if (items !== undefined && isObject(response.json))
        response.json['items'] = items.filter((item) => !isForgotten(item));
    },
    event: (frame, request) => (picks(request) && isForgotten(frame.object) ? [] : [frame]),
  };
}

/**
 * Deletes some of the objects of a collection delete, one by one. If the list is refused, the delete gets that refusal.
 */
export async function deleteEach(
  request: FaultyRequest,
  upstream: UpstreamClient,
  chosen: (objects: readonly Bendable[]) => readonly Bendable[],
): Promise<FaultyResponse> {
  const listed = await upstream.send('GET', request.target);
  if (!succeeded(listed))
    return jsonResponse(listed.status, listed.json ?? failureStatus(listed.status, 'BadRequest', 'not listed'));
  for (const object of chosen(objectsOf(listed)))
    await upstream.send(
      'DELETE',
      `${request.path.replace(/\/$/, '')}/${String(metadataOf(object)['name'])}`,
      request.json,
    );
  return jsonResponse(200, successStatus());
}
