import { copyOf, itemsOf, keyOf, metadataOf } from '../bend.ts';
import type { Asked, Bendable, Fault, Hooks, Upstream, WatchFrame } from '../fault.ts';

const isWatch = (asked: Asked): boolean => asked.call?.watching === true;

/** Whether a watch names a version to start from. */
const namesVersion = ({ query }: Asked): boolean => !['', '0', null].includes(query.get('resourceVersion'));

/** Versions of the upstream are numbers that grow with every change of anything. */
const versionOf = (object: Bendable): number => Number(metadataOf(object)['resourceVersion']);

const pathOf = ({ call }: Asked): boolean => call?.verb === 'watch' || call?.verb === 'watchList' || call?.verb === 'watchAll';

/** Hooks that put other frames in the place of each. */
function framing(event: NonNullable<Hooks['event']>): Fault['hooks'] {
  return () => ({ event });
}

/** The version of the latest change, of whatever kind. */
async function latest(upstream: Upstream): Promise<number> {
  const { json } = await upstream.send('GET', '/api/v1/namespaces');
  return Number(metadataOf(json)['resourceVersion']);
}

/** Hooks that note with each watch from a version how far the server was when it was opened, before they bend its frames. */
function sinceOpening(event: (frame: WatchFrame, opened: number, asked: Asked) => readonly WatchFrame[]): Fault['hooks'] {
  return () => {
    const openings = new WeakMap<Asked, number>();
    return {
      request: async (asked, upstream) => {
        if (isWatch(asked) && namesVersion(asked)) openings.set(asked, await latest(upstream));
      },
      event: (frame, asked) => {
        const opened = openings.get(asked);
        return opened === undefined ? [frame] : event(frame, opened, asked);
      },
    };
  };
}

/** Hooks that remember by which request each object was last written, before they bend the frames that tell of it. */
function afterWrite(mark: (asked: Asked) => unknown, event: (frame: WatchFrame, mark: unknown, asked: Asked) => readonly WatchFrame[]): Fault['hooks'] {
  return () => {
    const marks = new Map<string, unknown>();
    return {
      request: (asked) => {
        const { call, method } = asked;
        if (method !== 'GET' && call?.name !== undefined) marks.set(`${call.resource?.kind ?? ''} ${call.namespace ?? ''}/${call.name}`, mark(asked));
      },
      event: (frame, asked) => event(frame, marks.get(`${String(frame.object['kind'])} ${keyWithNamespace(frame.object)}`), asked),
    };
  };
}

function keyWithNamespace(object: Bendable): string {
  const { namespace = '', name } = metadataOf(object);
  return `${String(namespace)}/${String(name)}`;
}

/** How many frames of other watches are lost when one reader leaves. */
const LOST_WITH_A_READER = 3;

/** Frames within so many milliseconds of one another make a burst; more of them than that are lost. */
const BURST_MS = 5;
const BURST = 6;

/** How many changes a watch can go back before its beginning is silently left out. */
const WINDOW = 60;

export const WATCH_GUARANTEE_FAULTS: readonly Fault[] = [
  {
    name: 'watch-drops-what-a-slow-reader-has-no-room-for',
    summary: 'events for which the buffer of a slow reader has no room are left out of its stream',
    caughtBy: 'watch/slow-reader-loses-nothing',
    seenIn: 'kubernetes/kubernetes#121688',
    hooks: () => ({ overflow: 'leave-out' }),
  },
  {
    name: 'watch-falls-silent-for-a-slow-reader',
    summary: 'the stream of a reader that was too slow once stays open and tells nothing any more',
    caughtBy: 'watch/slow-reader-loses-nothing',
    hooks: () => ({ overflow: 'fall-silent' }),
  },
  {
    name: 'watch-loses-events-when-another-reader-leaves',
    summary: 'when one client hangs up on its watch, the others of the kind miss the next events',
    caughtBy: 'watch/outlives-others-that-hang-up',
    hooks: () => {
      let left = 0;
      return {
        left: () => void (left = LOST_WITH_A_READER),
        event: (frame) => {
          if (left === 0) return [frame];
          left -= 1;
          return [];
        },
      };
    },
  },
  {
    name: 'watch-is-cut-when-another-reader-leaves',
    summary: 'when one client hangs up on its watch, the connections of others are cut as well',
    caughtBy: 'watch/outlives-others-that-hang-up',
    hooks: () => {
      let left = 0;
      return {
        left: () => void (left += 1),
        event: (frame, _, stream) => {
          const known = Number(stream.get('left') ?? left);
          stream.set('left', known);
          if (left > known) throw new Error('cut with another');
          return [frame];
        },
      };
    },
  },
  {
    name: 'watch-resumes-one-event-too-late',
    summary: 'a watch from a version leaves out the first change after it',
    caughtBy: 'watch/goes-on-the-same-from-each-event',
    seenIn: 'kubernetes/kubernetes#49992',
    hooks: framing((frame, asked, stream) => {
      const first = namesVersion(asked) && !stream.has('begun');
      stream.set('begun', true);
      return first ? [] : [frame];
    }),
  },
  {
    name: 'watch-resumes-with-the-event-itself',
    summary: 'a watch from the version of an event tells that event once more',
    caughtBy: 'watch/goes-on-the-same-from-each-event',
    seenIn: 'mckinsey/agents-at-scale-ark#3246',
    hooks: () => {
      const told = new Map<string, WatchFrame>();
      return {
        opening: (asked) => {
          const again = told.get(`${asked.path} ${asked.query.get('resourceVersion') ?? ''}`);
          return again === undefined ? [] : [again];
        },
        event: (frame, asked) => {
          if (frame.type !== 'DELETED') told.set(`${asked.path} ${versionOf(frame.object)}`, copyOf(frame));
          return [frame];
        },
      };
    },
  },
  {
    name: 'watch-loses-what-came-between-list-and-watch',
    summary: 'what is written between a list and the watch from its version is not told',
    caughtBy: 'watch/loses-nothing-while-it-opens',
    seenIn: 'kubernetes/kubernetes#95897',
    hooks: sinceOpening((frame, opened) => (versionOf(frame.object) <= opened ? [] : [frame])),
  },
  {
    name: 'watch-tells-the-seam-twice',
    summary: 'what is written while a watch opens is told both as backlog and as news',
    caughtBy: 'watch/loses-nothing-while-it-opens',
    hooks: sinceOpening((frame, opened) => (versionOf(frame.object) <= opened && versionOf(frame.object) > opened - 2 ? [frame, frame] : [frame])),
  },
  {
    name: 'watch-of-all-namespaces-knows-objects-by-name',
    summary: 'a watch of all namespaces tells of one namespace only where objects are named alike',
    caughtBy: 'watch/of-all-namespaces-tells-of-each',
    hooks: framing((frame, { call }, stream) => {
      if (call === undefined || call.namespace !== undefined || call.resource?.namespaced !== true) return [frame];
      const { name, namespace } = metadataOf(frame.object);
      const first = stream.get(String(name)) ?? namespace;
      stream.set(String(name), first);
      return first === namespace ? [frame] : [];
    }),
  },
  {
    name: 'watch-of-all-namespaces-misses-removals',
    summary: 'removals are told to the watches of one namespace, but not to those of all',
    caughtBy: 'watch/tells-removals',
    seenIn: 'kubernetes/kubernetes#123072',
    hooks: framing((frame, { call }) => (frame.type === 'DELETED' && call?.namespace === undefined && call?.resource?.namespaced === true ? [] : [frame])),
  },
  {
    name: 'watch-by-parameter-loses-every-third-event',
    summary: 'a watch by parameter loses every third event, one by path does not',
    caughtBy: 'watch/misses-nothing',
    hooks: framing((frame, asked, stream) => {
      const count = Number(stream.get('count') ?? 0) + 1;
      stream.set('count', count);
      return !pathOf(asked) && count % 3 === 0 ? [] : [frame];
    }),
  },
  {
    name: 'watch-ignores-field-selector',
    summary: 'a watch ignores its field selector',
    caughtBy: 'watch/field-selector-restricts',
    seenIn: 'kubernetes/kubernetes#107809',
    hooks: () => ({
      request: (asked) => {
        if (isWatch(asked)) asked.query.delete('fieldSelector');
      },
    }),
  },
  {
    name: 'watch-with-selector-misses-removals',
    summary: 'a watch with a selector tells objects that stop to match, but not those that are removed',
    caughtBy: 'watch/removal-of-a-selected-object-is-told',
    hooks: () => {
      const removed = new Set<string>();
      return {
        request: async (asked, upstream) => {
          if (asked.call?.verb !== 'delete') return;
          const { json } = await upstream.send('GET', asked.path);
          removed.add(String(metadataOf(json)['uid']));
        },
        event: (frame, asked) => (frame.type === 'DELETED' && asked.query.has('labelSelector') && removed.has(String(metadataOf(frame.object)['uid'])) ? [] : [frame]),
      };
    },
  },
  {
    name: 'collection-delete-is-not-told-to-watches',
    summary: 'objects that a collection delete removes are not notified as removed',
    caughtBy: 'watch/tells-removals',
    hooks: () => {
      const removed = new Set<string>();
      return {
        request: async ({ call, path, query }, upstream) => {
          if (call?.verb !== 'deleteCollection') return;
          const list = await upstream.send('GET', `${path}?${query}`);
          for (const item of itemsOf(list) ?? []) removed.add(String(metadataOf(item)['uid']));
        },
        event: (frame) => (frame.type === 'DELETED' && removed.has(String(metadataOf(frame.object)['uid'])) ? [] : [frame]),
      };
    },
  },
  {
    name: 'watch-misses-the-end-of-held-objects',
    summary: 'an object that goes when its last finalizer is taken off is not notified as removed',
    caughtBy: 'watch/tells-removals',
    hooks: framing((frame, _, stream) => {
      const uid = String(metadataOf(frame.object)['uid']);
      if (frame.type === 'MODIFIED' && metadataOf(frame.object)['deletionTimestamp'] !== undefined) stream.set(uid, 'marked');
      return frame.type === 'DELETED' && stream.get(uid) === 'marked' ? [] : [frame];
    }),
  },
  {
    name: 'watch-with-selector-overlooks-relabelling-by-put',
    summary: 'an object that stops matching a selector because of a PUT is not notified as removed',
    caughtBy: 'watch/object-that-stops-matching-is-removed',
    seenIn: 'fabric8io/kubernetes-client#2180',
    hooks: afterWrite(
      ({ method }) => method,
      (frame, method, asked) => (frame.type === 'DELETED' && method === 'PUT' && asked.query.has('labelSelector') ? [] : [frame]),
    ),
  },
  {
    name: 'watch-with-selector-overlooks-relabelling-by-json-patch',
    summary: 'an object that starts to match a selector because of a JSON patch is not notified',
    caughtBy: 'watch/object-that-starts-to-match-appears',
    hooks: afterWrite(
      ({ headers }) => headers['content-type'],
      (frame, type, asked) => (frame.type === 'ADDED' && type === 'application/json-patch+json' && asked.query.has('labelSelector') ? [] : [frame]),
    ),
  },
  {
    name: 'watch-loses-events-of-a-burst',
    summary: 'when many changes come at once, a watch tells only the first of them',
    caughtBy: 'watch/keeps-up-with-parallel-writers',
    hooks: framing((frame, _, stream) => {
      const now = performance.now();
      const near = now - Number(stream.get('last') ?? 0) < BURST_MS;
      const count = near ? Number(stream.get('count') ?? 0) + 1 : 0;
      stream.set('last', now);
      stream.set('count', count);
      return count > BURST ? [] : [frame];
    }),
  },
  {
    name: 'watches-see-different-orders',
    summary: 'every other watch tells neighbouring changes of different objects in the wrong order',
    caughtBy: 'watch/watches-agree-on-the-order',
    hooks: () => {
      let opened = 0;
      return {
        event: (frame, _, stream) => {
          if (!stream.has('number')) stream.set('number', (opened += 1));
          const held = stream.get('held') as WatchFrame | undefined;
          stream.delete('held');
          if (held !== undefined) return keyOf(held.object) === keyOf(frame.object) ? [held, frame] : [frame, held];
          if (frame.type !== 'MODIFIED' || Number(stream.get('number')) % 2 === 0) return [frame];
          stream.set('held', frame);
          return [];
        },
      };
    },
  },
  {
    name: 'watch-begins-with-what-is-gone',
    summary: 'a watch without a version begins with the object that was removed last as well',
    caughtBy: 'watch/adds-up-to-what-is-there',
    seenIn: 'kubernetes/kubernetes#123072',
    hooks: () => {
      const gone = new Map<string, Bendable>();
      const placeOf = ({ call }: Asked): string => `${call?.resource?.kind ?? ''} ${call?.namespace ?? ''}`;
      return {
        request: async (asked, upstream) => {
          if (asked.call?.verb !== 'delete') return;
          const { json, status } = await upstream.send('GET', asked.path);
          if (status === 200) gone.set(placeOf(asked), json as Bendable);
        },
        opening: (asked) => {
          const ghost = gone.get(placeOf(asked));
          return ghost === undefined || namesVersion(asked) || asked.call?.name !== undefined || asked.query.has('labelSelector') ? [] : [{ type: 'ADDED', object: copyOf(ghost) }];
        },
      };
    },
  },
  {
    name: 'watch-tells-its-beginning-late',
    summary: 'a watch without a version tells the first of what exists after changes that came later',
    caughtBy: 'watch/tells-changes-in-order',
    seenIn: 'kubernetes/kubernetes#74022',
    hooks: framing((frame, asked, stream) => {
      const held = stream.get('held') as WatchFrame | undefined;
      if (held === undefined && !stream.has('begun') && frame.type === 'ADDED' && !namesVersion(asked)) {
        stream.set('held', frame);
        stream.set('begun', true);
        return [];
      }
      if (held === undefined || frame.type !== 'MODIFIED' || keyOf(held.object) !== keyOf(frame.object)) return [frame];
      stream.delete('held');
      return [frame, held];
    }),
  },
  {
    name: 'watch-from-an-old-version-skips-to-what-it-has',
    summary: 'a watch from a version that lies far back begins with the oldest change that the server still has, and says nothing of it',
    caughtBy: 'watch/old-version-is-served-whole-or-refused',
    hooks: sinceOpening((frame, opened) => (versionOf(frame.object) <= opened - WINDOW ? [] : [frame])),
  },
  {
    name: 'watch-misses-writes-through-the-other-view',
    summary: 'a watch of one group-version does not tell changes that were made through the other one',
    caughtBy: 'watch/misses-nothing',
    hooks: afterWrite(
      ({ call }) => call?.resource?.id,
      (frame, writer, { call }) => (frame.type === 'MODIFIED' && writer !== undefined && writer !== call?.resource?.id ? [] : [frame]),
    ),
  },
  {
    name: 'watch-misses-status-puts',
    summary: 'a watch does not tell a status that was written by PUT; by PATCH it does',
    caughtBy: 'watch/misses-nothing',
    hooks: afterWrite(
      ({ call }) => call?.verb,
      (frame, verb) => (frame.type === 'MODIFIED' && verb === 'replaceStatus' ? [] : [frame]),
    ),
  },
  {
    name: 'watch-of-one-object-ends-with-its-first-life',
    summary: 'a watch of one object tells nothing of an object that is made anew under the name',
    caughtBy: 'watch/misses-nothing',
    hooks: framing((frame, { call }, stream) => {
      if (call?.name === undefined) return [frame];
      const over = stream.get('over') === true;
      if (frame.type === 'DELETED') stream.set('over', true);
      return over ? [] : [frame];
    }),
  },
  {
    name: 'watch-tells-the-next-life-before-the-end-of-the-last',
    summary: 'the removal of an object is told after the creation of the next one under its name',
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
  {
    name: 'watch-forgets-what-it-told-last-at-a-timeout',
    summary: 'a watch from the last event of one that ended at its timeout begins with the next but one change',
    caughtBy: 'watch/goes-on-where-a-timeout-ended-it',
    hooks: () => {
      const last = new Set<string>();
      return {
        event: (frame, asked, stream) => {
          if (asked.query.has('timeoutSeconds')) last.add(String(versionOf(frame.object)));
          const skipped = last.has(asked.query.get('resourceVersion') ?? '') && !stream.has('begun');
          stream.set('begun', true);
          return skipped ? [] : [frame];
        },
      };
    },
  },
];
