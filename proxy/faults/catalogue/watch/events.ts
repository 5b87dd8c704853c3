import { copyOf, eachText, itemsOf, keyOf, metadataOf, objectAt, objectsOf } from '../../bend.ts';
import type { FaultyRequest, Bendable, Fault, WatchFrame } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isWatch, namesVersion } from '../../requests.ts';
import { framing } from '../../ways.ts';

/** Hooks that change the request of a watch. */
function askingToWatch(bend: (request: FaultyRequest) => void): Fault['hooks'] {
  return () => ({
    request: (request) => {
      if (isWatch(request)) bend(request);
    },
  });
}

/** The version as a number, as the reference server writes it; 0 if there is none. */
function versionOf(object: Bendable | undefined): number {
  return Number(metadataOf(object)['resourceVersion'] ?? 0);
}

/** Counts the frames of a stream, from 1. */
function counted(stream: Map<string, unknown>): number {
  const count = Number(stream.get('count') ?? 0) + 1;
  stream.set('count', count);
  return count;
}

function withoutStatus(object: Bendable): string {
  const copy = copyOf(object);
  delete copy['status'];
  delete metadataOf(copy)['resourceVersion'];
  return JSON.stringify(copy);
}

/** Hooks that start some watches without a version after what exists. */
function startingNow(which: (request: FaultyRequest) => boolean): Fault['hooks'] {
  return () => ({
    request: async (request, upstream) => {
      const { resource } = request.call ?? {};
      if (!isWatch(request) || resource === undefined || namesVersion(request) || !which(request)) return;
      const list = await upstream.send('GET', `${resource.prefix}/${resource.plural}`);
      request.query.set('resourceVersion', String(objectAt(list.json, 'metadata')?.['resourceVersion']));
    },
  });
}

/** Watches whose events are lost, repeated or wrong whatever was written. */
export const EVENTS: readonly Fault[] = faults({
  'watch-ignores-label-selector': {
    summary: 'a watch ignores its label selector',
    caughtBy: 'watch/selector-shows-only-what-matches',
    seenIn: 'kubernetes/kubernetes#106754',
    hooks: askingToWatch((request) => request.query.delete('labelSelector')),
  },
  'watch-never-tells-that-an-object-left-the-selection': {
    summary: 'a watch delivers no DELETED event for an object that stops matching its selector',
    caughtBy: 'watch/object-that-stops-matching-is-removed',
    seenIn: 'cozystack/cozystack#2542',
    hooks: () => ({
      event: (frame, request) => {
        const left = frame.type === 'DELETED' && request.query.has('labelSelector');
        return left ? [] : [frame];
      },
    }),
  },
  'watch-tells-entry-as-modification': {
    summary: 'a watch delivers MODIFIED instead of ADDED for an object that starts to match its selector',
    caughtBy: 'watch/object-that-starts-to-match-appears',
    hooks: framing((frame, request, stream) => {
      const first = !stream.has(keyOf(frame.object)) && frame.type === 'ADDED';
      stream.set(keyOf(frame.object), true);
      return first && request.query.has('labelSelector') && counted(stream) > 1
        ? [{ ...frame, type: 'MODIFIED' }]
        : [frame];
    }),
  },
  'watch-ignores-version': {
    summary: 'a watch from a version begins with the existing objects, as if it had none',
    caughtBy: 'watch/starts-after-its-version',
    seenIn: 'microsoft/dcp#33',
    hooks: askingToWatch((request) => request.query.delete('resourceVersion')),
  },
  'watch-without-version-starts-now': {
    summary: 'a watch without a version does not begin with the existing objects',
    caughtBy: 'watch/without-version-starts-with-what-exists',
    seenIn: 'fabric8io/kubernetes-client#2946',
    hooks: startingNow(() => true),
  },
  'watch-of-a-name-with-dots-is-silent': {
    summary: 'a watch of one object whose name has a dot delivers nothing',
    caughtBy: 'watch/misses-nothing',
    hooks: framing((frame, { call }) => (call?.name?.includes('.') === true ? [] : [frame])),
  },
  'watch-of-one-name-starts-now': {
    summary: 'a watch without a version that selects by metadata.name does not begin with the existing object',
    caughtBy: 'watch/without-version-starts-with-what-exists',
    seenIn: 'kubernetes/kubernetes#16699',
    hooks: startingNow(({ query }) => (query.get('fieldSelector') ?? '').startsWith('metadata.name=')),
  },
  'watch-misses-removals': {
    summary: 'a watch delivers no DELETED events',
    caughtBy: 'watch/tells-removals',
    seenIn: 'kubernetes/kubernetes#123072',
    hooks: framing((frame) => (frame.type === 'DELETED' ? [] : [frame])),
  },
  'removal-waits-for-the-next-event': {
    summary: 'a watch holds a DELETED event back until the next event, or until the watch ends',
    caughtBy: 'watch/tells-removals',
    hooks: () => {
      const heldIn = (stream: Map<string, unknown>): WatchFrame[] => (stream.get('held') ?? []) as WatchFrame[];
      return {
        event: (frame, _, stream) => {
          const frames = [...heldIn(stream), frame];
          const isHeld = frame.type === 'DELETED';
          stream.set('held', isHeld ? frames : []);
          return isHeld ? [] : frames;
        },
        closingFrames: heldIn,
      };
    },
  },
  'watch-misses-every-fourth-event': {
    summary: 'a watch loses every fourth event',
    caughtBy: 'watch/misses-nothing',
    seenIn: 'etcd-io/etcd#20655',
    hooks: framing((frame, _, stream) => (counted(stream) % 4 === 0 ? [] : [frame])),
  },
  'watch-repeats-events': {
    summary: 'a watch delivers every third event twice',
    caughtBy: 'watch/tells-nothing-twice',
    seenIn: 'etcd-io/etcd#17247',
    hooks: framing((frame, _, stream) => (counted(stream) % 3 === 0 ? [frame, frame] : [frame])),
  },
  'watch-repeats-deletions-under-another-version': {
    summary: 'a watch delivers DELETED for an object twice, the second time under another version',
    caughtBy: 'watch/tells-nothing-twice',
    hooks: framing((frame) => {
      if (frame.type !== 'DELETED') return [frame];
      const again = copyOf(frame);
      metadataOf(again.object)['resourceVersion'] = `${String(metadataOf(frame.object)['resourceVersion'])}0`;
      return [frame, again];
    }),
  },
  'watch-swaps-neighbours': {
    summary: 'a watch delivers pairs of modifications in the wrong order',
    caughtBy: 'watch/tells-changes-in-order',
    hooks: framing((frame, _, stream) => {
      const held = stream.get('held') as WatchFrame | undefined;
      if (held !== undefined) {
        stream.delete('held');
        return [frame, held];
      }
      if (frame.type !== 'MODIFIED') return [frame];
      stream.set('held', frame);
      return [];
    }),
  },
  'watch-tells-additions-as-modifications': {
    summary: 'a watch delivers MODIFIED instead of ADDED for an object that is created',
    caughtBy: 'watch/appearance-is-added',
    seenIn: 'kubernetes-client/java#1555',
    hooks: framing((frame) => [frame.type === 'ADDED' ? { ...frame, type: 'MODIFIED' } : frame]),
  },
  'watch-tells-modifications-as-additions': {
    summary: 'a watch delivers ADDED instead of MODIFIED for a change of an object',
    caughtBy: 'watch/appearance-is-added',
    seenIn: 'fabric8io/kubernetes-client#2180',
    hooks: framing((frame) => [frame.type === 'MODIFIED' ? { ...frame, type: 'ADDED' } : frame]),
  },
  'watch-backlog-shows-the-latest-state': {
    summary: 'the events from before a watch was opened all show the latest state of their object, under their version',
    caughtBy: 'watch/carries-the-object-as-of-the-event',
    hooks: () => {
      const latest = new Map<unknown, Bendable>();
      return {
        response: (response) => {
          for (const object of objectsOf(response)) {
            const { uid } = metadataOf(object);
            if (versionOf(object) >= versionOf(latest.get(uid))) latest.set(uid, copyOf(object));
          }
        },
        event: ({ type, object }, request) => {
          const now = latest.get(metadataOf(object)['uid']);
          if (type !== 'MODIFIED' || !request.query.get('resourceVersion') || versionOf(now) <= versionOf(object))
            return [{ type, object }];
          const { resourceVersion, selfLink } = metadataOf(object);
          const { apiVersion, kind } = object;
          const metadata = { ...metadataOf(now), resourceVersion, selfLink };
          return [{ type, object: { ...copyOf(now), apiVersion, kind, metadata } }];
        },
      };
    },
  },
  'watch-shows-older-state': {
    summary: 'a MODIFIED event shows the object as it was before the change, under the new version',
    caughtBy: 'watch/carries-the-object-as-of-the-event',
    hooks: framing((frame, _, stream) => {
      const key = keyOf(frame.object);
      const before = stream.get(key) as Bendable | undefined;
      stream.set(key, copyOf(frame.object));
      if (frame.type !== 'MODIFIED' || before === undefined) return [frame];
      const stale = copyOf(before);
      metadataOf(stale)['resourceVersion'] = metadataOf(frame.object)['resourceVersion'];
      return [{ ...frame, object: stale }];
    }),
  },
  'watch-of-one-object-takes-prefix': {
    summary: 'a watch of one object also delivers events of objects whose names begin with its name',
    caughtBy: 'watch/of-one-object-tells-of-it-alone',
    seenIn: 'etcd-io/etcd#346',
    hooks: () => ({
      request: (request) => {
        if (request.call?.verb === 'watch' && request.call.namespace !== undefined)
          request.path = request.path.replace(/\/[^/]+\/?$/, '');
      },
      event: (frame, request) => {
        const name = request.call?.verb === 'watch' ? request.call.name : undefined;
        return name === undefined || String(metadataOf(frame.object)['name']).startsWith(name) ? [frame] : [];
      },
    }),
  },
  'watch-of-a-namespace-takes-prefix': {
    summary: 'a watch of one namespace also delivers events of namespaces whose names begin with its name',
    caughtBy: 'watch/tells-nothing-of-other-namespaces',
    seenIn: 'square/p2#368',
    hooks: () => ({
      request: (request) => {
        const { verb, namespace, resource } = request.call ?? {};
        if (verb === 'watchList' && namespace !== undefined && resource !== undefined)
          request.path = `${resource.prefix}/watch/${resource.plural}`;
      },
      event: (frame, request) => {
        const namespace = request.call?.verb === 'watchList' ? request.call.namespace : undefined;
        return namespace === undefined || String(metadataOf(frame.object)['namespace']).startsWith(namespace)
          ? [frame]
          : [];
      },
    }),
  },
  'watch-misses-status-writes': {
    summary: 'a watch delivers no event for a change of the status alone',
    caughtBy: 'watch/misses-nothing',
    hooks: framing((frame, _, stream) => {
      const rest = withoutStatus(frame.object);
      const same = frame.type === 'MODIFIED' && stream.get(keyOf(frame.object)) === rest;
      stream.set(keyOf(frame.object), rest);
      return same ? [] : [frame];
    }),
  },
  'watch-ignores-timeout': {
    summary: 'a watch does not end at its timeoutSeconds',
    caughtBy: 'watch/ends-at-its-timeout',
    hooks: askingToWatch((request) => request.query.delete('timeoutSeconds')),
  },
  'watch-by-parameter-answers-a-list': {
    summary: 'watch=true on a collection is ignored, and the response is a list',
    caughtBy: 'watch/answers-a-stream',
    hooks: askingToWatch((request) => {
      request.query.delete('watch');
    }),
  },
  'watch-parameter-must-come-first': {
    summary: 'watch=true is found only at the beginning of the query; after other parameters the response is a list',
    caughtBy: 'watch/answers-a-stream',
    hooks: askingToWatch((request) => {
      if ([...request.query.keys()][0] !== 'watch') request.query.delete('watch');
    }),
  },
  'watch-events-lack-kind': {
    summary: 'the objects of watch events carry neither apiVersion nor kind',
    caughtBy: 'watch/carries-full-objects',
    hooks: framing((frame) => {
      delete frame.object['kind'];
      delete frame.object['apiVersion'];
      return [frame];
    }),
  },
  'added-events-lack-the-status': {
    summary: 'the object of an ADDED event has no status',
    caughtBy: 'watch/carries-the-object-as-of-the-event',
    hooks: framing((frame) => {
      if (frame.type === 'ADDED') delete frame.object['status'];
      return [frame];
    }),
  },
  'delete-between-list-and-watch-is-lost': {
    summary:
      'a watch from the version of a list delivers no DELETED event for an object that is removed before the watch begins',
    caughtBy: 'watch/tells-removals',
    seenIn: 'kubernetes/kubernetes#141528',
    hooks: () => {
      const gone = new Set<string>();
      return {
        response: async (_, request, upstream) => {
          if (
            request.call?.verb === 'delete' &&
            request.call.resource !== undefined &&
            request.call.namespace !== undefined
          ) {
            const list = await upstream.send('GET', request.path.slice(0, request.path.lastIndexOf('/')));
            const there = itemsOf(list)?.some((item) => metadataOf(item)['name'] === request.call?.name) ?? true;
            if (!there) gone.add(`${request.call.namespace}/${request.call.name ?? ''}`);
          }
        },
        event: (frame, request) =>
          frame.type === 'DELETED' && request.query.has('resourceVersion') && gone.has(keyOf(frame.object))
            ? []
            : [frame],
      };
    },
  },
  'watch-tells-every-other-change-by-another-type': {
    summary: 'a watch delivers every other change with the type UPDATED instead of MODIFIED',
    caughtBy: 'watch/types-are-consistent',
    hooks: () => ({
      event: (frame, _, stream) => {
        if (frame.type !== 'MODIFIED') return [frame];
        const other = stream.get('other') === true;
        stream.set('other', !other);
        return [other ? { ...frame, type: 'UPDATED' } : frame];
      },
    }),
  },
  // Events 2: "`object` is the full resource", as a get shows it.
  'watch-of-secrets-shows-decoded-data': {
    summary: 'the data of a Secret in a watch event is plain text, not base64 as in a get',
    caughtBy: 'watch/carries-the-object-as-of-the-event',
    hooks: framing((frame) => {
      if (frame.object['kind'] === 'Secret')
        eachText(frame.object['data'], (text) => Buffer.from(text, 'base64').toString('utf8'));
      return [frame];
    }),
  },
});
