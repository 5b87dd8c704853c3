import { everyObject, itemsOf, madePath, metadataOf, succeeded } from '../../bend.ts';
import type { Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isList, isOne } from '../../requests.ts';
import { touching } from '../../touch.ts';
import { framing, responding } from '../../ways.ts';

/** Faults of uids, versions, generations and selfLinks. */
export const METADATA: readonly Fault[] = faults({
  'kinds-share-uids': {
    summary: 'an object has the uid of an older one of another kind with its namespace and name',
    caughtBy: 'world/identity-is-for-life',
    hooks: () => {
      const first = new Map<string, { readonly uid: unknown; readonly kind: unknown }>();
      const shared = new Map<unknown, unknown>();
      const bend = everyObject((object) => {
        const metadata = metadataOf(object);
        if (shared.has(metadata['uid'])) metadata['uid'] = shared.get(metadata['uid']);
      });
      return {
        ...bend,
        response: (response, request) => {
          const { uid, namespace, name } = metadataOf(response.json);
          const [key, kind] = [`${String(namespace)}/${String(name)}`, request.call?.resource?.kind];
          const older = first.get(key);
          if (isOne(request, 'create') && succeeded(response)) {
            if (older === undefined) first.set(key, { uid, kind });
            else if (older.kind !== kind) shared.set(uid, older.uid);
          }
          bend.response(response, request);
        },
      };
    },
  },
  'patch-sets-the-generation': {
    summary: 'a PATCH that names a generation sets it in the response',
    caughtBy: 'world/generation-never-shrinks',
    hooks: () => ({
      response: (response, request) => {
        const { generation } = metadataOf(request.json);
        if (
          isOne(request, 'patch') &&
          typeof generation === 'number' &&
          succeeded(response) &&
          metadataOf(response.json)['generation'] !== undefined
        )
          metadataOf(response.json)['generation'] = generation;
      },
    }),
  },
  'version-grows-at-each-read': {
    summary: 'each get of an object makes a new version of it',
    caughtBy: 'get/gives-no-new-version',
    hooks: () =>
      touching((touch) => ({
        request: (request, upstream) => (isOne(request, ['get', 'getStatus']) ? touch(request, upstream) : undefined),
      })),
  },
  'generation-starts-anew-with-each-patch': {
    summary: 'the response to a PATCH shows generation 1',
    caughtBy: 'world/generation-never-shrinks',
    hooks: responding('patch', (response) => {
      const metadata = metadataOf(response.json);
      if (metadata['generation'] !== undefined) metadata['generation'] = 1;
    }),
  },
  'self-links-of-items-are-that-of-the-list': {
    summary: 'every item of a list has the selfLink of the list',
    caughtBy: 'world/self-links-name-their-object',
    seenIn: 'kubernetes/kubernetes#2082',
    hooks: () => ({
      response: (response, request) => {
        if (isList(request)) for (const item of itemsOf(response) ?? []) metadataOf(item)['selfLink'] = request.path;
      },
    }),
  },
  'self-link-in-a-list-of-all-namespaces-lacks-the-namespace': {
    summary: 'an item of a list of all namespaces has a selfLink such as `/api/v1/pods/{name}`',
    caughtBy: 'world/self-links-name-their-object',
    hooks: responding('listAll', (response, request) => {
      for (const item of itemsOf(response) ?? []) metadataOf(item)['selfLink'] = madePath(request, item);
    }),
  },
  'self-links-in-events-are-that-of-the-watch': {
    summary: 'the object of an event has the path of the watch as its selfLink',
    caughtBy: 'world/self-links-name-their-object',
    seenIn: 'kubernetes/kubernetes#2189',
    hooks: framing((frame, request) => {
      metadataOf(frame.object)['selfLink'] = request.path;
      return [frame];
    }),
  },
});
