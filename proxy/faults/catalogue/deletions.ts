import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
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
import type { Asked, Fault, Upstream } from '../fault.ts';
import { faults } from '../named.ts';
import { answering, asking, collectionOf, forgiving, isOne, refusing, showing } from '../ways.ts';

const OPTIONS = ['gracePeriodSeconds', 'orphanDependents', 'propagationPolicy'] as const;
const isMarked = (object: unknown): boolean => typeof metadataOf(object)['deletionTimestamp'] === 'string';
const isDelete = (asked: Asked): boolean => isOne(asked, 'delete');
/** Whether the body of a delete sets an option. */
function hasInBody(asked: Asked, option: string): boolean {
  return isObject(asked.json) && Object.hasOwn(asked.json, option);
}

/** Removes an object at once, whatever finalizers it has. */
async function removeNow(path: string, upstream: Upstream): Promise<void> {
  await upstream.send('PATCH', path, { metadata: { finalizers: null } }, MERGE_PATCH_TYPE);
  await upstream.send('DELETE', path, { gracePeriodSeconds: 0 });
}

const WORKLOADS = [
  '/api/v1/namespaces/NS/pods',
  '/apis/extensions/v1beta1/namespaces/NS/replicasets',
  '/apis/batch/v1/namespaces/NS/jobs',
  '/api/v1/namespaces/NS/configmaps',
];
/** Deletes the dependants of an owner, like an overeager garbage collector. */
async function collect(uid: string, namespace: string, upstream: Upstream): Promise<void> {
  for (const template of WORKLOADS) {
    const path = template.replace('NS', namespace);
    for (const item of itemsOf(await upstream.send('GET', path)) ?? []) {
      const owners = metadataOf(item)['ownerReferences'];
      if (Array.isArray(owners) && owners.some((owner) => isObject(owner) && owner['uid'] === uid))
        await removeNow(`${path}/${String(metadataOf(item)['name'])}`, upstream);
    }
  }
}

/** Faults of single deletes other than whether the object goes. */
export const DELETION_FAULTS: readonly Fault[] = faults({
  'options-in-the-body-of-a-delete-refused': {
    summary: 'a delete with propagationPolicy in its body is refused',
    caughtBy: 'delete/each-option-works-in-the-body',
    hooks: refusing((asked) => isDelete(asked) && hasInBody(asked, 'propagationPolicy'), 400, 'BadRequest'),
  },
  'options-in-the-query-of-a-delete-refused': {
    summary: 'a delete with orphanDependents or propagationPolicy in its query is refused',
    caughtBy: 'delete/each-option-works-in-the-query',
    seenIn: 'kubernetes/kubernetes#43329',
    hooks: refusing(
      (asked) => isDelete(asked) && (asked.query.has('orphanDependents') || asked.query.has('propagationPolicy')),
      400,
      'BadRequest',
    ),
  },
  'foreground-delete-removes-nothing': {
    summary: 'a delete with propagationPolicy Foreground answers Success and the object stays as it is',
    caughtBy: 'delete/each-option-works-in-the-body',
    seenIn: 'kubernetes-sigs/controller-runtime#1528',
    hooks: () => ({
      request: (asked) =>
        isDelete(asked) && isObject(asked.json) && asked.json['propagationPolicy'] === 'Foreground'
          ? jsonResponse(200, successStatus())
          : undefined,
    }),
  },
  'delete-options-ignored': {
    summary: 'a delete ignores its options, so that what should be orphaned is collected',
    caughtBy: 'delete/orphan-keeps-dependants',
    seenIn: 'kubernetes/client-go#693',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (!isDelete(asked)) return;
        for (const option of OPTIONS.slice(1)) {
          asked.query.delete(option);
          if (isObject(asked.json)) delete asked.json[option];
        }
        const { uid, namespace } = metadataOf((await upstream.send('GET', asked.path)).json);
        if (typeof uid === 'string' && typeof namespace === 'string') await collect(uid, namespace, upstream);
      },
    }),
  },
  'orphan-policy-ignored': {
    summary: 'of the two ways to orphan dependants only orphanDependents works; propagationPolicy Orphan collects them',
    caughtBy: 'delete/orphan-keeps-dependants',
    seenIn: 'fabric8io/kubernetes-client#3266',
    hooks: () => ({
      request: async (asked, upstream) => {
        const policy = isObject(asked.json)
          ? (asked.json['propagationPolicy'] ?? asked.query.get('propagationPolicy'))
          : asked.query.get('propagationPolicy');
        if (!isDelete(asked) || policy !== 'Orphan') return;
        const { uid, namespace } = metadataOf((await upstream.send('GET', asked.path)).json);
        if (typeof uid === 'string' && typeof namespace === 'string') await collect(uid, namespace, upstream);
      },
    }),
  },
  'deleted-name-stays-taken-a-while': {
    summary: 'the first create under a name that was deleted is refused',
    caughtBy: 'delete/frees-the-name',
    hooks: () => {
      const gone = new Set<string>();
      return {
        request: (asked) => {
          const name = `${asked.path.replace(/\/$/, '')}/${String(metadataOf(asked.json)['name'])}`;
          return isOne(asked, 'create') && gone.delete(name)
            ? jsonResponse(409, failureStatus(409, 'AlreadyExists', 'object is being deleted'))
            : undefined;
        },
        response: (answered, asked) => {
          if (isDelete(asked) && succeeded(answered)) gone.add(asked.path);
        },
      };
    },
  },
  'marked-object-loses-its-labels': {
    summary: 'an object that is being deleted is shown without its labels',
    caughtBy: 'delete/lingering-object-keeps-its-content',
    hooks: showing((object) => {
      if (isMarked(object)) delete metadataOf(object)['labels'];
    }),
  },
  'marked-object-shows-no-timestamp': {
    summary: 'an object that is being deleted is shown without deletionTimestamp',
    caughtBy: 'delete/finalizer-holds-the-object',
    hooks: showing((object) => {
      delete metadataOf(object)['deletionTimestamp'];
      delete metadataOf(object)['deletionGracePeriodSeconds'];
    }),
  },
  'marking-is-not-told': {
    summary: 'a watch is not told that an object with a finalizer was deleted, until it is gone',
    caughtBy: 'delete/marking-is-told-to-watches',
    hooks: () => ({ event: (frame) => (frame.type === 'MODIFIED' && isMarked(frame.object) ? [] : [frame]) }),
  },
  'marking-is-told-as-removal': {
    summary:
      'a watch is told that an object with a finalizer was removed as soon as it is deleted, though it is still there',
    caughtBy: 'delete/marking-is-told-to-watches',
    hooks: () => ({
      event: (frame, _, stream) => {
        const marked = `marked ${String(metadataOf(frame.object)['uid'])}`;
        if (frame.type !== 'MODIFIED' || !isMarked(frame.object) || stream.has(marked)) return [frame];
        stream.set(marked, true);
        return [{ ...frame, type: 'DELETED' }];
      },
    }),
  },
  'name-of-a-marked-object-is-free': {
    summary: 'a create under the name of an object that is being deleted removes that one and succeeds',
    caughtBy: 'delete/name-of-a-lingering-object-is-taken',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        if (!isOne(asked, 'create') || answered.status !== 409) return;
        const path = `${asked.path.replace(/\/$/, '')}/${String(metadataOf(asked.json)['name'])}`;
        if (!isMarked((await upstream.send('GET', path)).json)) return;
        await removeNow(path, upstream);
        Object.assign(answered, await upstream.send('POST', asked.path, asked.json));
      },
    }),
  },
  'marked-object-outlives-its-finalizers': {
    summary: 'an object that is being deleted can be read on when its last finalizer is taken off',
    caughtBy: 'delete/finalizer-holds-the-object',
    seenIn: 'kubernetes-sigs/controller-runtime#2184',
    hooks: () => {
      const kept = new Map<string, unknown>();
      return {
        response: (answered, asked) => {
          const path = objectPath(asked);
          if (isOne(asked, ['patch', 'replace']) && succeeded(answered) && isMarked(answered.json))
            kept.set(path, answered.json);
          else if (isOne(asked, 'create') && succeeded(answered))
            kept.delete(`${path}/${String(metadataOf(answered.json)['name'])}`);
          else if (isOne(asked, 'get') && answered.status === 404 && kept.has(path))
            Object.assign(answered, jsonResponse(200, kept.get(path)));
        },
      };
    },
  },
  'refused-delete-marks': {
    summary: 'a delete that is refused for its options removes the object all the same',
    caughtBy: 'delete/refusal-leaves-no-trace',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        if (isDelete(asked) && [400, 422].includes(answered.status))
          await upstream.send('DELETE', asked.path, { gracePeriodSeconds: 0 });
      },
    }),
  },
  'delete-refuses-pretty': {
    summary: 'a delete with the parameter pretty is refused',
    caughtBy: 'delete/takes-the-pretty-parameter',
    hooks: refusing((asked) => isDelete(asked) && asked.query.has('pretty'), 400, 'BadRequest'),
  },
  'second-delete-is-ignored': {
    summary:
      'a delete of an object that is being deleted answers Success and does nothing, a grace period of zero or not',
    caughtBy: 'delete/zero-grace-ends-a-longer-one',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (!isDelete(asked)) return undefined;
        return isMarked((await upstream.send('GET', asked.path)).json) ? jsonResponse(200, successStatus()) : undefined;
      },
    }),
  },
  'negative-grace-period-of-a-delete-accepted': {
    summary: 'a negative gracePeriodSeconds of a delete is taken for 0',
    caughtBy: 'validation/negative-grace-periods-are-refused',
    seenIn: 'kubernetes/kubernetes#51019',
    hooks: asking(
      (asked) => asked.method === 'DELETE',
      (asked) => {
        if (Number(asked.query.get('gracePeriodSeconds') ?? 0) < 0) asked.query.set('gracePeriodSeconds', '0');
        if (isObject(asked.json) && Number(asked.json['gracePeriodSeconds'] ?? 0) < 0)
          asked.json['gracePeriodSeconds'] = 0;
      },
    ),
  },
  'grace-period-that-is-a-word-is-left-out': {
    summary: 'a gracePeriodSeconds of a delete that is a word is left out, and the delete carried out',
    caughtBy: 'validation/grace-period-is-an-integer',
    hooks: asking(
      (asked) => asked.method === 'DELETE',
      ({ query, json }) => {
        if (Number.isNaN(Number(query.get('gracePeriodSeconds') ?? 0))) query.delete('gracePeriodSeconds');
        if (isObject(json) && typeof json['gracePeriodSeconds'] === 'string') delete json['gracePeriodSeconds'];
      },
    ),
  },
  'delete-of-absent-is-a-server-error': {
    summary: 'a delete of an object that is not there is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#486',
    hooks: forgiving(isDelete, [404], () => jsonResponse(500, failureStatus(500, 'InternalError', 'no such key'))),
  },
  'delete-of-a-kind-does-nothing': {
    summary: 'a delete of a Secret answers Success and the object stays; every other kind is right',
    caughtBy: 'delete/removes-the-object',
    seenIn: 'fabric8io/kubernetes-client#2348',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (!isDelete(asked) || asked.call?.resource?.kind !== 'Secret') return undefined;
        return succeeded(await upstream.send('GET', asked.path)) ? jsonResponse(200, successStatus()) : undefined;
      },
    }),
  },
  'delete-takes-the-name-in-every-namespace': {
    summary: 'a delete also removes the objects of that name in other namespaces',
    caughtBy: 'delete/leaves-other-objects',
    hooks: answering(isDelete, async (_, asked, upstream) => {
      const { name, resource } = asked.call ?? {};
      if (resource?.namespaced !== true) return;
      for (const item of itemsOf(
        await upstream.send('GET', `${resource.prefix}/${resource.plural}?fieldSelector=metadata.name%3D${name}`),
      ) ?? []) {
        await upstream.send(
          'DELETE',
          `${resource.prefix}/namespaces/${String(metadataOf(item)['namespace'])}/${resource.plural}/${name}`,
          { gracePeriodSeconds: 0 },
        );
      }
    }),
  },
  'delete-touches-its-neighbours': {
    summary: 'a delete puts a label on all other objects of the collection',
    caughtBy: 'delete/leaves-other-objects',
    hooks: answering(isDelete, async (_, asked, upstream) => {
      if (asked.call?.namespace === undefined) return;
      const collection = collectionOf(asked.path);
      for (const item of itemsOf(await upstream.send('GET', collection)) ?? []) {
        await upstream.send(
          'PATCH',
          `${collection}/${String(metadataOf(item)['name'])}`,
          { metadata: { labels: { compacted: 'yes' } } },
          MERGE_PATCH_TYPE,
        );
      }
    }),
  },
});
