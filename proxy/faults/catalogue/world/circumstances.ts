import {
  failureStatus,
  itemsOf,
  jsonResponse,
  keyOf,
  metadataOf,
  copyOf,
  objectPath,
  objectsOf,
  succeeded,
} from '../../bend.ts';
import type { Bendable, Fault, Hooks } from '../../fault.ts';
import { finalizersOf, storedOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isList, isOne } from '../../requests.ts';
import { framing } from '../../ways.ts';

const isOwned = (object: Bendable): boolean => Array.isArray(metadataOf(object)['ownerReferences']);

/** A lock that a PUT takes is not released if the PUT is refused. */
function lockedByRefusedPuts(): Hooks {
  const locked = new Set<string>();
  return {
    request: (request) =>
      isOne(request, 'delete') && locked.has(objectPath(request))
        ? jsonResponse(409, failureStatus(409, 'Conflict', 'another write is under way'))
        : undefined,
    response: ({ status }, request) => {
      if (isOne(request, 'replace') && status === 409) locked.add(objectPath(request));
    },
  };
}

/** A cache of lists does not take in the changes of objects with finalizers. */
function heldObjectsAsMade(): Hooks {
  const made = new Map<unknown, Bendable>();
  return {
    response: (response, request) => {
      for (const object of objectsOf(response)) {
        const { uid } = metadataOf(object);
        if (!made.has(uid)) made.set(uid, copyOf(object));
      }
      if (!isList(request) || !succeeded(response)) return;
      const items = itemsOf(response) ?? [];
      for (const [index, item] of items.entries())
        if (finalizersOf(item).length > 0) items[index] = copyOf(made.get(metadataOf(item)['uid']) ?? item);
    },
  };
}

/** An index of names over all namespaces has one entry for each, so the status of the first of two is not found. */
function statusOfNamesakes(): Hooks {
  const last = new Map<string, string>();
  return {
    response: (response, request) => {
      const { name, resource } = request.call ?? {};
      if (!succeeded(response) || resource === undefined) return;
      const object = response.json as Bendable;
      if (isOne(request, 'create')) last.set(`${resource.kind} ${String(metadataOf(object)['name'])}`, keyOf(object));
      if (!isOne(request, 'getStatus')) return;
      const known = last.get(`${resource.kind} ${name ?? ''}`);
      if (known !== undefined && known !== keyOf(object))
        Object.assign(response, jsonResponse(404, failureStatus(404, 'NotFound', 'not found')));
    },
  };
}

/** Faults that show only on objects in some circumstance. */
export const CIRCUMSTANCES: readonly Fault[] = faults({
  'watches-of-one-owned-object-miss-its-changes': {
    summary: 'a watch of one object delivers no MODIFIED events if the object has owner references',
    caughtBy: 'world/circumstances-do-not-matter',
    hooks: framing((frame, request) =>
      request.call?.verb === 'watch' && frame.type === 'MODIFIED' && isOwned(frame.object) ? [] : [frame],
    ),
  },
  'refused-put-locks-the-object': {
    summary: 'no delete of an object succeeds after a PUT of it was refused for its stale version',
    caughtBy: 'world/circumstances-do-not-matter',
    hooks: lockedByRefusedPuts,
  },
  'lists-show-held-objects-as-they-were-made': {
    summary: 'lists show objects with finalizers as they were created, without later changes',
    caughtBy: 'world/circumstances-do-not-matter',
    hooks: heldObjectsAsMade,
  },
  'status-of-a-namesake-is-not-found': {
    summary: 'a get of /status returns 404 if an object of the same name was later created in another namespace',
    caughtBy: 'world/circumstances-do-not-matter',
    hooks: statusOfNamesakes,
  },
  'strategic-patch-of-a-terminating-object-is-lost': {
    summary:
      'a strategic merge patch of an object that waits for its finalizers after a delete is acknowledged and lost',
    caughtBy: 'world/circumstances-do-not-matter',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'patch') || !(request.headers['content-type'] ?? '').includes('strategic'))
          return undefined;
        const stored = await storedOf(request, upstream);
        return stored !== undefined && metadataOf(stored)['deletionTimestamp'] !== undefined
          ? jsonResponse(200, stored)
          : undefined;
      },
    }),
  },
});
