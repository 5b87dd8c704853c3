import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import {
  everyObject,
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
import type { Asked, Bendable, Fault, Hooks, Upstream } from '../fault.ts';
import { faults } from '../named.ts';
import { LAG_MS } from '../races.ts';
import { answering, collectionOf, refusing, showing } from '../ways.ts';
import { isOne } from '../requests.ts';

/** A terminating object is shown without its deletion timestamp after one of the chosen writes. */
function unmarkedBy(which: (asked: Asked) => boolean): Fault['hooks'] {
  return (): Hooks => {
    const unmarked = new Set<unknown>();
    const show = (object: Bendable): void => {
      const metadata = metadataOf(object);
      if (!unmarked.has(metadata['uid'])) return;
      delete metadata['deletionTimestamp'];
      delete metadata['deletionGracePeriodSeconds'];
    };
    return {
      response: (answered, asked) => {
        if (succeeded(answered) && which(asked)) unmarked.add(metadataOf(answered.json)['uid']);
        objectsOf(answered).forEach(show);
      },
      event: everyObject(show).event,
    };
  };
}

const OPTIONS = ['gracePeriodSeconds', 'orphanDependents', 'propagationPolicy'] as const;

const isMarked = (object: unknown): boolean => typeof metadataOf(object)['deletionTimestamp'] === 'string';

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

const LATE_MS = 1_000;

const success = (): ReturnType<typeof jsonResponse> =>
  jsonResponse(200, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 200 });

function asksNotToOrphan({ query, json }: Asked): boolean {
  const policy = query.has('propagationPolicy') || (isObject(json) && json['propagationPolicy'] !== undefined);
  return (
    !policy && (query.get('orphanDependents') === 'false' || (isObject(json) && json['orphanDependents'] === false))
  );
}

/** A second delete of an object deleted a moment ago succeeds. */
function doubleDelete(): Hooks {
  const taken = new Map<string, number>();
  return {
    response: (answered, asked) => {
      if (!isOne(asked, 'delete')) return;
      if (succeeded(answered)) taken.set(asked.path, Date.now());
      else if (answered.status === 404 && Date.now() - (taken.get(asked.path) ?? 0) < LAG_MS)
        Object.assign(answered, jsonResponse(200, successStatus()));
    },
  };
}

/** Faults that rules of the family `delete` find. */
export const DELETE_FAULTS: readonly Fault[] = faults({
  'put-takes-the-mark-back': {
    summary: 'a PUT without the deletion timestamp makes an object that is being deleted one that is not',
    caughtBy: 'delete/writes-do-not-take-the-mark-back',
    seenIn: 'kubernetes-sigs/controller-runtime#2316',
    hooks: unmarkedBy((asked) => isOne(asked, 'replace') && metadataOf(asked.json)['deletionTimestamp'] === undefined),
  },
  'patch-takes-the-mark-back': {
    summary: 'a PATCH by which the deletion timestamp is null makes an object that is being deleted one that is not',
    caughtBy: 'delete/writes-do-not-take-the-mark-back',
    seenIn: 'kubernetes-sigs/controller-runtime#2316',
    hooks: unmarkedBy((asked) => isOne(asked, 'patch') && metadataOf(asked.json)['deletionTimestamp'] === null),
  },
  'delete-does-nothing': {
    summary: 'a delete answers Success and the object stays',
    caughtBy: 'delete/removes-the-object',
    seenIn: 'fabric8io/kubernetes-client#2348',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (!isOne(asked, 'delete') || asked.call?.resource?.namespaced !== true) return undefined;
        const there = await upstream.send('GET', asked.path);
        return succeeded(there) ? jsonResponse(200, successStatus()) : undefined;
      },
    }),
  },
  'delete-answers-the-object': {
    summary: 'a delete answers the object instead of a Status',
    caughtBy: 'delete/answers-a-status-of-success',
    seenIn: 'kubernetes/kubernetes#59501',
    hooks: () => {
      const last = new WeakMap<Asked, unknown>();
      return {
        request: async (asked, upstream) => {
          if (isOne(asked, 'delete')) last.set(asked, (await upstream.send('GET', asked.path)).json);
        },
        response: (answered, asked) => {
          if (isOne(asked, 'delete') && succeeded(answered)) answered.json = last.get(asked);
        },
      };
    },
  },
  'delete-status-lacks-code': {
    summary: 'the Status that a delete answers has no code',
    caughtBy: 'delete/answers-a-status-of-success',
    hooks: () => ({
      response: (answered, asked) => {
        if (isOne(asked, 'delete') && succeeded(answered) && isObject(answered.json)) delete answered.json['code'];
      },
    }),
  },
  'delete-status-lacks-api-version': {
    summary: 'the Status that a delete answers has no apiVersion',
    caughtBy: 'delete/answers-a-status-of-success',
    hooks: () => ({
      response: (answered, asked) => {
        if (isOne(asked, 'delete') && succeeded(answered) && isObject(answered.json))
          delete answered.json['apiVersion'];
      },
    }),
  },
  'delete-of-a-held-object-answers-it': {
    summary: 'a delete of an object that a finalizer holds answers that object instead of a Status',
    caughtBy: 'delete/answers-a-status-of-success',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        if (!isOne(asked, 'delete') || !succeeded(answered)) return;
        const held = await upstream.send('GET', asked.path);
        if (succeeded(held)) Object.assign(answered, held);
      },
    }),
  },
  'delete-of-absent-succeeds': {
    summary: 'a delete of an object that is not there answers Success',
    caughtBy: 'delete/of-an-absent-object-is-refused',
    seenIn: 'kumahq/kuma#190',
    hooks: () => ({
      response: (answered, asked) => {
        if (isOne(asked, 'delete') && answered.status === 404)
          Object.assign(answered, jsonResponse(200, successStatus()));
      },
    }),
  },
  'delete-takes-prefix': {
    summary: 'a delete also removes the objects whose names begin with the name given',
    caughtBy: 'delete/leaves-other-objects',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        const { name, resource, namespace } = asked.call ?? {};
        if (
          !isOne(asked, 'delete') ||
          !succeeded(answered) ||
          name === undefined ||
          resource === undefined ||
          namespace === undefined
        )
          return;
        const collection = asked.path.slice(0, asked.path.lastIndexOf('/'));
        const items = itemsOf(await upstream.send('GET', collection)) ?? [];
        for (const item of items) {
          const other = String(metadataOf(item)['name']);
          if (other.startsWith(name))
            await upstream.send('DELETE', `${collection}/${other}`, { gracePeriodSeconds: 0 });
        }
      },
    }),
  },
  'both-propagation-options-accepted': {
    summary: 'a delete that sets both orphanDependents and propagationPolicy is carried out',
    caughtBy: 'delete/both-propagation-options-are-refused',
    hooks: () => ({
      request: (asked) => {
        if (asked.method !== 'DELETE') return;
        if (isObject(asked.json)) delete asked.json['orphanDependents'];
        asked.query.delete('orphanDependents');
      },
    }),
  },
  'query-options-of-delete-ignored': {
    summary:
      'a delete looks for orphanDependents and propagationPolicy in its body only, so both may be set, one in each',
    caughtBy: 'delete/both-propagation-options-are-refused',
    hooks: () => ({
      request: (asked) => {
        if (!isOne(asked, 'delete')) return;
        asked.query.delete('orphanDependents');
        asked.query.delete('propagationPolicy');
      },
    }),
  },
  'finalizers-ignored': {
    summary: 'a delete removes an object that a finalizer should hold',
    caughtBy: 'delete/finalizer-holds-the-object',
    seenIn: 'kubernetes-sigs/controller-runtime#1399',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (isOne(asked, 'delete'))
          await upstream.send('PATCH', asked.path, { metadata: { finalizers: null } }, MERGE_PATCH_TYPE);
      },
    }),
  },
  'options-in-the-body-of-a-delete-refused': {
    summary: 'a delete with propagationPolicy in its body is refused',
    caughtBy: 'delete/each-option-works-in-the-body',
    hooks: refusing((asked) => isOne(asked, 'delete') && hasInBody(asked, 'propagationPolicy'), 400, 'BadRequest'),
  },
  'options-in-the-query-of-a-delete-refused': {
    summary: 'a delete with orphanDependents or propagationPolicy in its query is refused',
    caughtBy: 'delete/each-option-works-in-the-query',
    seenIn: 'kubernetes/kubernetes#43329',
    hooks: refusing(
      (asked) =>
        isOne(asked, 'delete') && (asked.query.has('orphanDependents') || asked.query.has('propagationPolicy')),
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
        isOne(asked, 'delete') && isObject(asked.json) && asked.json['propagationPolicy'] === 'Foreground'
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
        if (!isOne(asked, 'delete')) return;
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
        if (!isOne(asked, 'delete') || policy !== 'Orphan') return;
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
          if (isOne(asked, 'delete') && succeeded(answered)) gone.add(asked.path);
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
        if (isOne(asked, 'delete') && [400, 422].includes(answered.status))
          await upstream.send('DELETE', asked.path, { gracePeriodSeconds: 0 });
      },
    }),
  },
  'delete-refuses-pretty': {
    summary: 'a delete with the parameter pretty is refused',
    caughtBy: 'delete/takes-the-pretty-parameter',
    hooks: refusing((asked) => isOne(asked, 'delete') && asked.query.has('pretty'), 400, 'BadRequest'),
  },
  'second-delete-is-ignored': {
    summary:
      'a delete of an object that is being deleted answers Success and does nothing, a grace period of zero or not',
    caughtBy: 'delete/zero-grace-ends-a-longer-one',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (!isOne(asked, 'delete')) return undefined;
        return isMarked((await upstream.send('GET', asked.path)).json) ? jsonResponse(200, successStatus()) : undefined;
      },
    }),
  },
  'delete-of-a-kind-does-nothing': {
    summary: 'a delete of a Secret answers Success and the object stays; every other kind is right',
    caughtBy: 'delete/removes-the-object',
    seenIn: 'fabric8io/kubernetes-client#2348',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (!isOne(asked, 'delete') || asked.call?.resource?.kind !== 'Secret') return undefined;
        return succeeded(await upstream.send('GET', asked.path)) ? jsonResponse(200, successStatus()) : undefined;
      },
    }),
  },
  'delete-takes-the-name-in-every-namespace': {
    summary: 'a delete also removes the objects of that name in other namespaces',
    caughtBy: 'delete/leaves-other-objects',
    hooks: answering('delete', async (_, asked, upstream) => {
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
    hooks: answering('delete', async (_, asked, upstream) => {
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
  'removal-comes-a-second-late': {
    summary: 'a delete is acknowledged at once and carried out a second later',
    caughtBy: 'delete/removes-the-object',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (!isOne(asked, 'delete')) return undefined;
        const there = await upstream.send('GET', asked.path);
        if (!succeeded(there)) return undefined;
        setTimeout(
          () => void upstream.send('DELETE', `${asked.path}?${asked.query}`, asked.json).catch(() => undefined),
          LATE_MS,
        ).unref();
        return success();
      },
    }),
  },
  'orphan-dependents-false-keeps-the-finalizer': {
    summary: 'a delete with orphanDependents=false leaves the orphan finalizer of the object, which is held for good',
    caughtBy: 'delete/orphan-dependents-false-removes-the-orphan-finalizer',
    hooks: () => {
      const stuck = new Set<string>();
      return {
        request: async (asked, upstream) => {
          if (!isOne(asked, 'delete') || !asksNotToOrphan(asked)) return undefined;
          const { json } = await upstream.send('GET', asked.path);
          const finalizers = metadataOf(json)['finalizers'];
          if (!Array.isArray(finalizers) || !finalizers.includes('orphan')) return undefined;
          stuck.add(String(metadataOf(json)['uid']));
          return success();
        },
        response: (answered) => {
          for (const object of [answered.json, ...(itemsOf(answered) ?? [])]) {
            if (stuck.has(String(metadataOf(object)['uid'])))
              metadataOf(object)['deletionTimestamp'] = '2017-09-01T00:00:00Z';
          }
        },
      };
    },
  },
  'parallel-deletes-both-succeed': {
    summary: 'a delete of what another delete took a moment ago answers a success too',
    caughtBy: 'delete/only-one-of-several-removes',
    hooks: doubleDelete,
  },
  'typed-delete-options-refused': {
    summary: 'a delete whose options name their kind is refused',
    caughtBy: 'delete/each-option-works-in-the-body',
    hooks: refusing(
      (asked) => isOne(asked, 'delete') && isObject(asked.json) && asked.json['kind'] !== undefined,
      400,
      'BadRequest',
    ),
  },
  'further-delete-removes-what-is-held': {
    summary: 'a second delete of an object that a finalizer holds removes it; the first one marks it as it should',
    caughtBy: 'delete/finalizer-holds-the-object',
    hooks: () => {
      const marked = new Set<string>();
      return {
        response: async (answered, asked, upstream) => {
          if (!isOne(asked, 'delete') || !succeeded(answered)) return;
          if (marked.has(asked.path))
            await upstream.send('PATCH', asked.path, { metadata: { finalizers: null } }, MERGE_PATCH_TYPE);
          marked.add(asked.path);
        },
      };
    },
  },
});
