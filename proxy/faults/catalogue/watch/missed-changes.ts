import { JSON_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { copyOf, itemsOf, metadataOf, succeeded } from '../../bend.ts';
import type { FaultyRequest, Bendable, Fault, WatchFrame } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isWatch, selects } from '../../requests.ts';
import { framing } from '../../ways.ts';

const pathOf = ({ call }: FaultyRequest): boolean =>
  call?.verb === 'watch' || call?.verb === 'watchList' || call?.verb === 'watchAll';

/** Hooks that record the request of each object's last write, and bend the frames of that object. */
function afterWrite(
  remembered: (request: FaultyRequest) => unknown,
  event: (frame: WatchFrame, memory: unknown, request: FaultyRequest) => readonly WatchFrame[],
): Fault['hooks'] {
  return () => {
    const memories = new Map<string, unknown>();
    return {
      request: (request) => {
        const { call, method } = request;
        if (method !== 'GET' && call?.name !== undefined)
          memories.set(`${call.resource?.kind ?? ''} ${call.namespace ?? ''}/${call.name}`, remembered(request));
      },
      event: (frame, request) =>
        event(frame, memories.get(`${String(frame.object['kind'])} ${keyWithNamespace(frame.object)}`), request),
    };
  };
}

/** Whether a change of an object may move it into or out of a selection by a field that only some kinds have. */
function mayMove(method: unknown, { query }: FaultyRequest): boolean {
  const isChange = method === 'PATCH' || method === 'PUT';
  return isChange && !(query.get('fieldSelector') ?? 'metadata.').startsWith('metadata.');
}

function keyWithNamespace(object: Bendable): string {
  const { namespace = '', name } = metadataOf(object);
  return `${String(namespace)}/${String(name)}`;
}

/** Hooks that leave out each change of one member of the metadata alone. */
function missing(member: string): Fault['hooks'] {
  return framing((frame, _, stream) => {
    const rest = copyOf(frame.object);
    for (const left of ['resourceVersion', member]) delete metadataOf(rest)[left];
    const [uid, text] = [String(metadataOf(rest)['uid']), JSON.stringify(rest)];
    const isSame = stream.get(uid) === text;
    stream.set(uid, text);
    return isSame && frame.type === 'MODIFIED' ? [] : [frame];
  });
}

/** Watches of all namespaces see only the namespaces that are older than they. */
function oldNamespacesOnly(): ReturnType<Fault['hooks']> {
  const made = new Set<unknown>();
  const younger = new WeakMap<FaultyRequest, ReadonlySet<unknown>>();
  return {
    request: (request) => {
      if (isWatch(request)) younger.set(request, new Set(made));
    },
    response: (response, request) => {
      if (request.method === 'POST' && succeeded(response) && request.call?.resource?.kind === 'Namespace')
        made.add(metadataOf(response.json)['name']);
    },
    event: (frame, request) => {
      const { namespace } = metadataOf(frame.object);
      const isYounger = made.has(namespace) && younger.get(request)?.has(namespace) === false;
      return request.call?.namespace === undefined && isYounger ? [] : [frame];
    },
  };
}

/** Watches that miss the changes of one kind of write, path or selector. */
export const MISSED_CHANGES: readonly Fault[] = faults({
  'watch-tells-no-removal-of-a-namespace': {
    summary: 'a watch of namespaces never delivers a DELETED event',
    caughtBy: 'watch/tells-removals',
    hooks: framing((frame) => (frame.type === 'DELETED' && frame.object['kind'] === 'Namespace' ? [] : [frame])),
  },
  'watch-of-all-namespaces-knows-objects-by-name': {
    summary:
      'if objects in several namespaces have the same name, a watch of all namespaces delivers the events of only one of them',
    caughtBy: 'watch/of-all-namespaces-tells-of-each',
    hooks: framing((frame, { call }, stream) => {
      if (call === undefined || call.namespace !== undefined || call.resource?.namespaced !== true) return [frame];
      const { name, namespace } = metadataOf(frame.object);
      const first = stream.get(String(name)) ?? namespace;
      stream.set(String(name), first);
      return first === namespace ? [frame] : [];
    }),
  },
  'watch-of-all-namespaces-misses-younger-ones': {
    summary: 'a watch of all namespaces delivers no events of namespaces that were created after it began',
    caughtBy: 'watch/of-all-namespaces-tells-of-each',
    hooks: oldNamespacesOnly,
  },
  'watch-of-all-namespaces-misses-removals': {
    summary: 'a watch of all namespaces delivers no DELETED events; a watch of one namespace does',
    caughtBy: 'watch/tells-removals',
    seenIn: 'kubernetes/kubernetes#123072',
    hooks: framing((frame, { call }) =>
      frame.type === 'DELETED' && call?.namespace === undefined && call?.resource?.namespaced === true ? [] : [frame],
    ),
  },
  'watch-by-parameter-loses-every-third-event': {
    summary: 'a watch by parameter loses every third event; a watch by path does not',
    caughtBy: 'watch/misses-nothing',
    seenIn: 'etcd-io/etcd#20655',
    hooks: framing((frame, request, stream) => {
      const count = Number(stream.get('count') ?? 0) + 1;
      stream.set('count', count);
      return !pathOf(request) && count % 3 === 0 ? [] : [frame];
    }),
  },
  'watch-ignores-field-selector': {
    summary: 'a watch ignores its field selector',
    caughtBy: 'watch/field-selector-restricts',
    seenIn: 'kubernetes/kubernetes#107809',
    hooks: () => ({
      request: (request) => {
        if (isWatch(request)) request.query.delete('fieldSelector');
      },
    }),
  },
  'watch-with-selector-misses-removals': {
    summary:
      'a watch with a selector delivers DELETED for objects that stop matching, but not for objects that are deleted',
    caughtBy: 'watch/removal-of-a-selected-object-is-told',
    seenIn: 'kubernetes/kubernetes#123072',
    hooks: () => {
      const removed = new Set<string>();
      return {
        request: async (request, upstream) => {
          if (request.call?.verb !== 'delete') return;
          const { json } = await upstream.send('GET', request.path);
          removed.add(String(metadataOf(json)['uid']));
        },
        event: (frame, request) =>
          frame.type === 'DELETED' &&
          request.query.has('labelSelector') &&
          removed.has(String(metadataOf(frame.object)['uid']))
            ? []
            : [frame],
      };
    },
  },
  'collection-delete-is-not-told-to-watches': {
    summary: 'a watch delivers no DELETED events for objects that a collection delete removes',
    caughtBy: 'watch/tells-removals',
    seenIn: 'kubernetes/kubernetes#123072',
    hooks: () => {
      const removed = new Set<string>();
      return {
        request: async ({ call, path, query }, upstream) => {
          if (call?.verb !== 'deleteCollection') return;
          const list = await upstream.send('GET', `${path}?${query}`);
          for (const item of itemsOf(list) ?? []) removed.add(String(metadataOf(item)['uid']));
        },
        event: (frame) =>
          frame.type === 'DELETED' && removed.has(String(metadataOf(frame.object)['uid'])) ? [] : [frame],
      };
    },
  },
  'watch-misses-the-end-of-held-objects': {
    summary: 'a watch delivers no DELETED event for an object that is gone because its last finalizer was removed',
    caughtBy: 'watch/tells-removals',
    hooks: framing((frame, _, stream) => {
      const uid = String(metadataOf(frame.object)['uid']);
      if (frame.type === 'MODIFIED' && metadataOf(frame.object)['deletionTimestamp'] !== undefined)
        stream.set(uid, 'marked');
      return frame.type === 'DELETED' && stream.get(uid) === 'marked' ? [] : [frame];
    }),
  },
  'watch-misses-what-goes-with-its-owner': {
    summary: 'a watch delivers no DELETED event for an object that is gone because its owner was deleted',
    caughtBy: 'watch/tells-removals',
    hooks: framing((frame) =>
      frame.type === 'DELETED' && metadataOf(frame.object)['ownerReferences'] !== undefined ? [] : [frame],
    ),
  },
  'watch-with-selector-overlooks-relabelling-by-put': {
    summary: 'a watch delivers no DELETED event for an object that stops matching its selector because of a PUT',
    caughtBy: 'watch/object-that-stops-matching-is-removed',
    seenIn: 'fabric8io/kubernetes-client#2180',
    hooks: afterWrite(
      ({ method }) => method,
      (frame, method, request) =>
        frame.type === 'DELETED' && method === 'PUT' && request.query.has('labelSelector') ? [] : [frame],
    ),
  },
  'watch-with-selector-overlooks-relabelling-by-json-patch': {
    summary: 'a watch delivers no event for an object that starts to match its selector because of a JSON patch',
    caughtBy: 'watch/object-that-starts-to-match-appears',
    seenIn: 'fabric8io/kubernetes-client#2180',
    hooks: afterWrite(
      ({ headers }) => headers['content-type'],
      (frame, type, request) =>
        frame.type === 'ADDED' && type === JSON_PATCH_TYPE && request.query.has('labelSelector') ? [] : [frame],
    ),
  },
  'watch-takes-what-enters-a-field-selection-for-changed': {
    summary: 'a watch with a field selector delivers an object that starts to match as MODIFIED',
    caughtBy: 'watch/object-that-starts-to-match-appears',
    hooks: afterWrite(
      ({ method }) => method,
      (frame, method, request) =>
        frame.type === 'ADDED' && mayMove(method, request) ? [{ ...frame, type: 'MODIFIED' }] : [frame],
    ),
  },
  'watch-overlooks-what-leaves-a-field-selection': {
    summary: 'a watch with a field selector delivers no event for an object that stops matching',
    caughtBy: 'watch/object-that-stops-matching-is-removed',
    hooks: afterWrite(
      ({ method }) => method,
      (frame, method, request) => (frame.type === 'DELETED' && mayMove(method, request) ? [] : [frame]),
    ),
  },
  'watch-misses-writes-through-the-other-view': {
    summary: 'a watch of one group version delivers no changes that were made through the other one',
    caughtBy: 'watch/misses-nothing',
    seenIn: 'cruise-automation/isopod#44',
    hooks: afterWrite(
      ({ call }) => call?.resource?.id,
      (frame, writer, { call }) =>
        frame.type === 'MODIFIED' && writer !== undefined && writer !== call?.resource?.id ? [] : [frame],
    ),
  },
  'watch-misses-status-puts': {
    summary: 'a watch delivers no event for a PUT of /status; for a PATCH it does',
    caughtBy: 'watch/misses-nothing',
    hooks: afterWrite(
      ({ call }) => call?.verb,
      (frame, verb) => (frame.type === 'MODIFIED' && verb === 'replaceStatus' ? [] : [frame]),
    ),
  },
  'watch-with-selector-misses-removals-of-what-it-did-not-show': {
    summary: 'a watch with a label selector delivers no DELETED event for an object of which it has delivered no event',
    caughtBy: 'watch/removal-of-a-selected-object-is-told',
    hooks: framing((frame, request, stream) => {
      const uid = String(metadataOf(frame.object)['uid']);
      const isShown = stream.has(uid);
      stream.set(uid, true);
      return frame.type === 'DELETED' && !isShown && selects(request) ? [] : [frame];
    }),
  },
  'watch-without-version-leaves-out-what-is-terminating': {
    summary: 'a watch without a version begins with the existing objects except those that are terminating',
    caughtBy: 'watch/without-version-starts-with-what-exists',
    hooks: framing((frame) =>
      frame.type === 'ADDED' && metadataOf(frame.object)['deletionTimestamp'] !== undefined ? [] : [frame],
    ),
  },
  'watch-misses-changes-of-what-is-terminating': {
    summary: 'a watch delivers an object that becomes terminating, but no change of it after that',
    caughtBy: 'delete/marking-is-told-to-watches',
    hooks: framing((frame, _, stream) => {
      const { uid, deletionTimestamp } = metadataOf(frame.object);
      const isKnown = stream.has(String(uid));
      if (deletionTimestamp !== undefined) stream.set(String(uid), true);
      return frame.type === 'MODIFIED' && isKnown ? [] : [frame];
    }),
  },
  'watch-misses-changes-of-finalizers': {
    summary: 'a watch delivers no event for a write that changes the finalizers of an object alone',
    caughtBy: 'watch/misses-nothing',
    hooks: missing('finalizers'),
  },
  'watch-misses-changes-of-owners': {
    summary: 'a watch delivers no event for a write that changes the ownerReferences of an object alone',
    caughtBy: 'watch/misses-nothing',
    hooks: missing('ownerReferences'),
  },
  'watch-tells-the-next-life-before-the-end-of-the-last': {
    summary: 'a watch delivers DELETED for an object after ADDED for the next object of the same name',
    caughtBy: 'watch/tells-changes-in-order',
    hooks: framing((frame, _, stream) => {
      const held = stream.get('held') as WatchFrame | undefined;
      stream.delete('held');
      if (held !== undefined) return [frame, held];
      if (frame.type !== 'DELETED') return [frame];
      stream.set('held', frame);
      return [];
    }),
  },
});
