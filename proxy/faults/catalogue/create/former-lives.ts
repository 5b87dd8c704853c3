import { MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { copyOf, isObject, madePath, metadataOf, objectAt, objectPath, objectsOf, succeeded } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest, Hooks } from '../../fault.ts';
import { beforeWrites, textsOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { STATUS_WRITES, isOne } from '../../requests.ts';
import { isCollection, itemsAt } from '../delete-collection/collection.ts';

/** A recreated object without labels or annotations gets those of its predecessor. */
function textsOutliveTheObject(...members: readonly ('labels' | 'annotations')[]): Hooks {
  const left = new Map<string, Bendable>();
  return {
    request: async (request, upstream) => {
      if (isOne(request, 'delete'))
        left.set(objectPath(request), metadataOf((await upstream.send('GET', request.path)).json));
      const former = isOne(request, 'create') ? left.get(madePath(request, request.json)) : undefined;
      const metadata = metadataOf(request.json);
      for (const member of members)
        if (former?.[member] !== undefined && metadata[member] === undefined) metadata[member] = copyOf(former[member]);
    },
  };
}

/** A recreated object is shown with the last status written under its name, until somebody writes it. */
function statusOutlivesTheObject(): Hooks {
  const written = new Map<string, unknown>();
  const kept = new Map<string, unknown>();
  const versionOf = (object: Bendable): string =>
    `${String(metadataOf(object)['uid'])} ${String(metadataOf(object)['resourceVersion'])}`;
  return {
    response: (response, request) => {
      if (!succeeded(response) || !isObject(response.json)) return;
      if (isOne(request, STATUS_WRITES)) written.set(objectPath(request), copyOf(response.json['status']));
      const status = isOne(request, 'create') ? written.get(madePath(request, response.json)) : undefined;
      if (status !== undefined) kept.set(versionOf(response.json), status);
      for (const object of objectsOf(response))
        if (kept.has(versionOf(object))) object['status'] = copyOf(kept.get(versionOf(object)));
    },
  };
}

/** How long the labels of a deleted object are remembered, in milliseconds. */
const REMEMBERED_MS = 1_000;

/** An object that is recreated soon has the labels of its predecessor besides its own. */
function labelsAreJoined(): Hooks {
  const before = beforeWrites();
  const left = new Map<string, { readonly labels: Bendable; readonly until: number }>();
  return {
    request: async (request, upstream) => {
      if (isOne(request, 'delete')) await before.read(request, upstream);
      const former = isOne(request, 'create') ? left.get(madePath(request, request.json)) : undefined;
      if (former !== undefined && former.until > Date.now())
        metadataOf(request.json)['labels'] = { ...former.labels, ...textsOf(request.json, 'labels') };
    },
    response: (response, request) => {
      const labels = textsOf(before.of(request), 'labels');
      if (succeeded(response) && Object.keys(labels).length > 0)
        left.set(objectPath(request), { labels, until: Date.now() + REMEMBERED_MS });
    },
  };
}

/** A collection delete leaves each status stored, for the next object of the name. */
function statusOutlivesTheCollection(): Hooks {
  const removed = new WeakMap<FaultyRequest, readonly Bendable[]>();
  const left = new Map<string, Bendable>();
  return {
    request: async (request, upstream) => {
      if (isCollection(request)) removed.set(request, await itemsAt(request, upstream));
    },
    response: async (response, request, upstream) => {
      if (!succeeded(response)) return;
      for (const item of removed.get(request) ?? []) {
        const status = objectAt(item, 'status');
        if (status !== undefined) left.set(madePath(request, item), status);
      }
      const path = madePath(request, response.json);
      const status = isOne(request, 'create') ? left.get(path) : undefined;
      if (status === undefined) return;
      left.delete(path);
      const restored = await upstream.send('PATCH', `${path}/status`, { status }, MERGE_PATCH_TYPE);
      if (succeeded(restored)) response.json = restored.json;
    },
  };
}

/** Creates that take over something from the deleted object of their name. */
export const FORMER_LIVES: readonly Fault[] = faults({
  'recreated-object-keeps-annotations': {
    summary: 'an object that is created again without annotations gets those of the deleted object of its name',
    caughtBy: 'create/recreated-object-starts-anew',
    hooks: () => textsOutliveTheObject('annotations'),
  },
  'recreated-object-keeps-status': {
    summary: 'an object that is created again shows the status of the deleted object of its name',
    caughtBy: 'create/recreated-object-starts-anew',
    hooks: statusOutlivesTheObject,
  },
  'recreated-object-takes-over-labels-and-annotations': {
    summary: 'a create without labels or annotations takes over those of the deleted object of its name',
    caughtBy: 'create/recreated-object-starts-anew',
    hooks: () => textsOutliveTheObject('labels', 'annotations'),
  },
  'recreated-object-regains-its-labels': {
    summary: 'an object created within a second after the delete of one of its name has the labels of that one too',
    caughtBy: 'create/recreated-object-starts-anew',
    hooks: labelsAreJoined,
  },
  'collection-delete-leaves-the-status-to-the-next-of-that-name': {
    summary: 'an object created under the name of one that a collection delete removed has the status of that one',
    caughtBy: 'create/recreated-object-starts-anew',
    hooks: statusOutlivesTheCollection,
  },
});
