import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import {
  brokenDown,
  copyOf,
  everyObject,
  isObject,
  itemsOf,
  metadataOf,
  objectAt,
  objectPath,
  objectsOf,
  succeeded,
} from '../bend.ts';
import { CutError } from '../cut-error.ts';
import type { Bendable, Fault, Hooks } from '../fault.ts';
import { faults } from '../named.ts';
import { STATUS_WRITES, isList, isOne, isWatch } from '../requests.ts';
import { keepItems, notFound } from '../responses.ts';
import { touching } from '../touch.ts';
import { BODIED, responding, forgiving, framing } from '../ways.ts';

function breakingAfterPatches(): Hooks {
  const patched = new Set<string>();
  return {
    request: (request) => {
      if (isOne(request, 'patch')) patched.add(request.path);
      return isOne(request, 'get') && patched.has(request.path) ? brokenDown('cannot decode') : undefined;
    },
  };
}

/** The generation is incremented in memory before the version check. */
function generationsOfRefusedPuts(): Hooks {
  const counted = new Map<unknown, number>();
  const show = (object: Bendable): void => {
    const metadata = metadataOf(object);
    if (typeof metadata['generation'] === 'number') metadata['generation'] += counted.get(metadata['uid']) ?? 0;
  };
  return {
    response: async (response, request, upstream) => {
      objectsOf(response).forEach(show);
      if (!isOne(request, 'replace') || (response.status !== 409 && response.status !== 422)) return;
      const { uid } = metadataOf((await upstream.send('GET', request.path)).json);
      if (uid !== undefined) counted.set(uid, (counted.get(uid) ?? 0) + 1);
    },
    event: everyObject(show).event,
  };
}

/** A refused body is read into a variable that is used again, and its annotations stay there. */
function annotationsOfTheRefused(): Hooks {
  const left = new Map<string, unknown>();
  return {
    request: (request) => {
      if (!isOne(request, BODIED) || !isObject(request.json)) return;
      const [kind, metadata] = [String(request.call?.resource?.kind), metadataOf(request.json)];
      if (left.has(kind) && metadata['annotations'] === undefined) metadata['annotations'] = left.get(kind);
      left.delete(kind);
    },
    response: ({ status }, request) => {
      const { annotations } = metadataOf(request.json);
      if (isOne(request, BODIED) && status >= 400 && isObject(annotations))
        left.set(String(request.call?.resource?.kind), copyOf(annotations));
    },
  };
}

/** Faults that rules of the family `world` find. */
export const WORLD_FAULTS: readonly Fault[] = faults({
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
  'get-of-a-patched-object-is-a-server-error': {
    summary: 'a get of an object that was patched gets 500',
    caughtBy: 'world/well-formed-requests-never-break-the-server',
    hooks: breakingAfterPatches,
  },
  'reads-of-a-status-drop-the-connection': {
    summary: 'a get of /status closes the connection without a response, as if the handler had crashed',
    caughtBy: 'world/keeps-answering',
    hooks: () => ({
      request: (request) => {
        if (isOne(request, 'getStatus')) throw new CutError('cut');
      },
    }),
  },
  'refused-put-grows-the-generation': {
    summary: 'a refused PUT increases the generation of the object without a new version',
    caughtBy: 'world/refused-write-leaves-no-trace',
    hooks: generationsOfRefusedPuts,
  },
  'finalizers-of-a-refused-put-stay': {
    summary: 'a PUT that is refused for its stale version stores its finalizers all the same',
    caughtBy: 'world/refused-write-leaves-no-trace',
    hooks: forgiving('replace', [409], async (_, request, upstream) => {
      const { finalizers } = metadataOf(request.json);
      if (Array.isArray(finalizers))
        await upstream.send('PATCH', objectPath(request), { metadata: { finalizers } }, MERGE_PATCH_TYPE);
      return undefined;
    }),
  },
  'list-is-not-found': {
    summary: 'every list of one namespace gets 404',
    caughtBy: 'world/plain-calls-succeed',
    hooks: () => ({
      request: (request) => (isOne(request, 'list') && !isWatch(request) ? notFound() : undefined),
    }),
  },
  'list-is-cut-at-a-thousand': {
    summary: 'a list shows at most a thousand objects',
    caughtBy: 'world/none-of-many-objects-is-forgotten',
    hooks: responding(isList, (response) => keepItems(response, (_, index) => index < 1_000)),
  },
  'status-write-breaks-for-one-kind': {
    summary: 'a write of the /status of a DaemonSet gets 500; every other kind is right',
    caughtBy: 'world/plain-calls-succeed',
    hooks: () => ({
      request: (request) =>
        isOne(request, STATUS_WRITES) && request.call?.resource?.kind === 'DaemonSet'
          ? brokenDown('no status')
          : undefined,
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
  'self-links-in-events-are-that-of-the-watch': {
    summary: 'the object of an event has the path of the watch as its selfLink',
    caughtBy: 'world/self-links-name-their-object',
    seenIn: 'kubernetes/kubernetes#2189',
    hooks: framing((frame, request) => {
      metadataOf(frame.object)['selfLink'] = request.path;
      return [frame];
    }),
  },
  'views-of-a-deployment-disagree': {
    summary: 'a Deployment that is read under extensions lacks its labels; a read under apps shows them',
    caughtBy: 'world/both-views-of-a-deployment-agree',
    hooks: () =>
      everyObject((object, request) => {
        if (request.call?.resource?.id === 'deployments.extensions') delete metadataOf(object)['labels'];
      }),
  },
  'end-of-a-deployment-shows-in-one-view': {
    summary:
      'a Deployment that is deleted under extensions, but held by a finalizer, shows no deletion timestamp under apps',
    caughtBy: 'world/both-views-of-a-deployment-agree',
    hooks: () => {
      const deleted = new Set<unknown>();
      const bend = everyObject((object, request) => {
        const metadata = metadataOf(object);
        if (request.call?.resource?.id === 'deployments.apps' && deleted.has(metadata['uid']))
          delete metadata['deletionTimestamp'];
      });
      return {
        ...bend,
        response: (response, request) => {
          if (request.call?.verb === 'delete' && request.call.resource?.id === 'deployments.extensions')
            deleted.add(objectAt(response.json, 'details')?.['uid']);
          bend.response(response, request);
        },
      };
    },
  },
  'one-version-has-two-contents': {
    summary: 'the response to a patch lacks the annotations that a read of the same version shows',
    caughtBy: 'world/one-version-has-one-content',
    hooks: () => ({
      response: (response, request) => {
        if (request.call?.verb === 'patch')
          for (const object of objectsOf(response)) delete metadataOf(object)['annotations'];
      },
    }),
  },
  'write-touches-a-neighbour': {
    summary: 'a write of one object also changes another object of its collection',
    caughtBy: 'world/untouched-objects-stay-untouched',
    hooks: () => ({
      response: async (response, request, upstream) => {
        const { verb, name, namespace } = request.call ?? {};
        if (
          (verb !== 'patch' && verb !== 'replace') ||
          !succeeded(response) ||
          namespace === undefined ||
          !isObject(response.json)
        )
          return;
        const collection = request.path.slice(0, request.path.lastIndexOf('/'));
        const other = itemsOf(await upstream.send('GET', collection))?.find(
          (item) => metadataOf(item)['name'] !== name,
        );
        if (other === undefined) return;
        await upstream.send(
          'PATCH',
          `${collection}/${String(metadataOf(other)['name'])}`,
          { metadata: { labels: { touched: 'yes' } } },
          MERGE_PATCH_TYPE,
        );
      },
    }),
  },
  // What the service does: "When a resource is created, the service stores it" - as it was sent. A refused body leaves
  // no trace in the one after it.
  'body-gets-the-annotations-of-a-refused-one': {
    summary:
      'a POST or PUT without annotations is stored with those of the one of its kind before it, if that was refused',
    caughtBy: 'world/refused-write-leaves-no-trace',
    hooks: annotationsOfTheRefused,
  },
});
