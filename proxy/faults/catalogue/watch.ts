import { JSON_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { copyOf, itemsOf, keyOf, metadataOf, objectAt } from '../bend.ts';
import type { Asked, Bendable, Fault, Hooks, Upstream, WatchFrame } from '../fault.ts';
import { faults } from '../named.ts';
import { acceptOf, isPlainList, isWatch, isOne } from '../requests.ts';
import { answering, asking, refusing, framing } from '../ways.ts';
import type { Writable } from 'node:stream';
import { WATCH_MOMENT_FAULTS } from './watch-moments.ts';

/** The path and query of a watch, turned into those of the equivalent read. */
function unwatched({ path, query }: Asked): string {
  const rest = new URLSearchParams([...query].filter(([name]) => name === 'labelSelector' || name === 'fieldSelector'));
  return `${path.replace('/watch/', '/')}${rest.size === 0 ? '' : `?${rest}`}`;
}

/** How long a watch lasts that delivers only the existing objects, in milliseconds. */
const OPENING_MS = 20;

/** How much too long a watch lasts that ends late, in milliseconds. */
const TOO_LONG_MS = 4_000;

const isTimed = (asked: Asked): boolean => isWatch(asked) && Number(asked.query.get('timeoutSeconds') ?? 0) > 0;

/** Hooks that remove the timeout of a watch before the upstream sees it, and end the watch themselves. */
function ownTimeout(act: (reader: Writable, ms: number, asked: Asked) => void, event?: (asked: Asked) => void): Hooks {
  const seconds = new WeakMap<Asked, number>();
  return {
    request: (asked) => {
      if (!isTimed(asked)) return;
      seconds.set(asked, Number(asked.query.get('timeoutSeconds')));
      asked.query.delete('timeoutSeconds');
    },
    began: (asked, reader) => {
      const asks = seconds.get(asked);
      if (asks !== undefined) act(reader, asks * 1000, asked);
    },
    event: (frame, asked) => {
      event?.(asked);
      return [frame];
    },
  };
}

function endIn(ms: number, reader: Writable, last: Buffer | string = ''): NodeJS.Timeout {
  return setTimeout(() => reader.end(last), ms).unref();
}

/** The number of frames that other watches lose when one reader leaves. */
const LOST_WITH_A_READER = 3;

/** Frames within this many milliseconds of one another form a burst; its excess is lost. */
const BURST_MS = 5;

const BURST = 6;

/** Whether a watch has a version to start from. */
const namesVersion = ({ query }: Asked): boolean => !['', '0', null].includes(query.get('resourceVersion'));

/** The upstream's versions are numbers that grow with every change of any object. */
const versionOf = (object: Bendable): number => Number(metadataOf(object)['resourceVersion']);

/** The version of the latest change of any kind. */
async function latest(upstream: Upstream): Promise<number> {
  const { json } = await upstream.send('GET', '/api/v1/namespaces');
  return Number(metadataOf(json)['resourceVersion']);
}

/** Hooks that record the server's version at the opening of each watch from a version, and bend its frames. */
function sinceOpening(
  event: (frame: WatchFrame, opened: number, asked: Asked) => readonly WatchFrame[],
): Fault['hooks'] {
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

/** Older changes are silently left out of a watch. */
const WINDOW = 60;

const pathOf = ({ call }: Asked): boolean =>
  call?.verb === 'watch' || call?.verb === 'watchList' || call?.verb === 'watchAll';

/** Hooks that record the request of each object's last write, and bend the frames of that object. */
function afterWrite(
  mark: (asked: Asked) => unknown,
  event: (frame: WatchFrame, mark: unknown, asked: Asked) => readonly WatchFrame[],
): Fault['hooks'] {
  return () => {
    const marks = new Map<string, unknown>();
    return {
      request: (asked) => {
        const { call, method } = asked;
        if (method !== 'GET' && call?.name !== undefined)
          marks.set(`${call.resource?.kind ?? ''} ${call.namespace ?? ''}/${call.name}`, mark(asked));
      },
      event: (frame, asked) =>
        event(frame, marks.get(`${String(frame.object['kind'])} ${keyWithNamespace(frame.object)}`), asked),
    };
  };
}

function keyWithNamespace(object: Bendable): string {
  const { namespace = '', name } = metadataOf(object);
  return `${String(namespace)}/${String(name)}`;
}

/** Hooks that change the request of a watch. */
function askingToWatch(bend: (asked: Asked) => void): Fault['hooks'] {
  return () => ({
    request: (asked) => {
      if (isWatch(asked)) bend(asked);
    },
  });
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

/** Faults that rules of the family `watch` find. */
export const WATCH_FAULTS: readonly Fault[] = [
  ...faults({
    'watch-with-field-selector-misses-removals': {
      summary: 'a watch with a field selector does not tell removals; with a label selector, or with none, it does',
      caughtBy: 'watch/removal-of-a-selected-object-is-told',
      hooks: () => ({
        event: (frame, asked) => (asked.query.has('fieldSelector') && frame.type === 'DELETED' ? [] : [frame]),
      }),
    },
    'watch-with-both-selectors-heeds-the-field-selector': {
      summary:
        'a watch with a label selector and a field selector ignores the label selector; with one of them it is right',
      caughtBy: 'watch/field-selector-restricts',
      hooks: asking(
        (asked) => isWatch(asked) && asked.query.has('fieldSelector'),
        ({ query }) => query.delete('labelSelector'),
      ),
    },
    'watch-with-both-selectors-heeds-the-label-selector': {
      summary:
        'a watch with a label selector and a field selector ignores the field selector; with one of them it is right',
      caughtBy: 'watch/field-selector-restricts',
      hooks: asking(
        (asked) => isWatch(asked) && asked.query.has('labelSelector'),
        ({ query }) => query.delete('fieldSelector'),
      ),
    },
    'list-version-is-that-of-its-newest-item': {
      summary:
        'the version of a list is that of its newest item, so that a watch from it tells removals that came before the list',
      caughtBy: 'watch/starts-after-its-version',
      hooks: answering(isPlainList, (answered) => {
        const versions = (itemsOf(answered) ?? [])
          .map((item) => Number(metadataOf(item)['resourceVersion']))
          .filter((version) => version > 0);
        metadataOf(answered.json)['resourceVersion'] = String(Math.max(1, ...versions));
      }),
    },
    'stream-type-refused-for-watches': {
      summary: 'a watch asked for as application/json;stream=watch is refused; one asked for as plain JSON is served',
      caughtBy: 'watch/stream-type-is-accepted',
      hooks: refusing((asked) => isWatch(asked) && acceptOf(asked).includes('stream=watch'), 406, 'NotAcceptable'),
    },
    'watch-answers-a-list': {
      summary: 'a watch answers what a list or a get of the same path answers, and ends',
      caughtBy: 'watch/answers-a-stream',
      hooks: () => ({
        request: (asked, upstream) => (isWatch(asked) ? upstream.send('GET', unwatched(asked)) : undefined),
      }),
    },
    'watch-is-cut-at-a-hundred-objects': {
      summary: 'a watch without a version begins with a hundred objects at most',
      caughtBy: 'watch/without-version-starts-with-what-exists',
      hooks: () => ({
        event: (frame: WatchFrame, asked, stream) => {
          const count = Number(stream.get('count') ?? 0) + 1;
          stream.set('count', count);
          stream.set('since', stream.get('since') ?? performance.now());
          const opening =
            asked.query.get('resourceVersion') === null &&
            frame.type === 'ADDED' &&
            performance.now() - Number(stream.get('since')) < 300;
          return opening && count > 100 ? [] : [frame];
        },
      }),
    },
    'watch-backlog-is-cut-at-a-hundred-events': {
      summary: 'a watch from an old version delivers no more than a hundred of the events since',
      caughtBy: 'watch/old-version-is-served-whole-or-refused',
      hooks: () => ({
        event: (frame, asked, stream) => {
          const now = performance.now();
          const count = Number(stream.get('count') ?? 0) + 1;
          stream.set('count', count);
          stream.set('since', stream.get('since') ?? now);
          return asked.query.has('resourceVersion') && count > 100 && now - Number(stream.get('since')) < 200
            ? []
            : [frame];
        },
      }),
    },
    'watches-of-one-object-refuse-empty-selectors': {
      summary: 'a watch of one object is refused if a selector is given, even an empty one',
      caughtBy: 'watch/takes-every-parameter-of-its-set',
      hooks: refusing(
        (asked) => isOne(asked, 'watch') && (asked.query.has('labelSelector') || asked.query.has('fieldSelector')),
        400,
        'BadRequest',
      ),
    },
    'long-events-are-not-told': {
      summary: 'a watch leaves out events of more than 64 KiB, as a reader of lines has no more room',
      caughtBy: 'watch/misses-nothing',
      seenIn: 'etcd-io/etcd#12401',
      hooks: framing((frame) => (JSON.stringify(frame).length > 65_536 ? [] : [frame])),
    },
    'watch-ends-when-it-told-what-exists': {
      summary: 'a watch ends in good order as soon as it has told what exists, and tells no change that comes later',
      caughtBy: 'watch/stays-open-for-changes',
      hooks: () => ({ lasting: (asked) => (asked.query.has('timeoutSeconds') ? undefined : OPENING_MS) }),
    },
    'watch-counts-its-timeout-from-the-last-event': {
      summary: 'each event starts the timeout of a watch anew, so that a watch of an object that changes goes on',
      caughtBy: 'watch/ends-at-its-timeout',
      hooks: () => {
        const again = new WeakMap<Asked, () => void>();
        return ownTimeout(
          (reader, ms, asked) => {
            let timer = endIn(ms, reader);
            again.set(asked, () => {
              clearTimeout(timer);
              timer = endIn(ms, reader);
            });
          },
          (asked) => again.get(asked)?.(),
        );
      },
    },
    'watch-ends-long-after-its-timeout': {
      summary: 'a watch goes on for four seconds after its timeoutSeconds',
      caughtBy: 'watch/ends-at-its-timeout',
      hooks: () => ownTimeout((reader, ms) => void endIn(ms + TOO_LONG_MS, reader)),
    },
    'watch-ends-before-its-timeout': {
      summary: 'a watch ends when two thirds of its timeoutSeconds are over',
      caughtBy: 'watch/ends-at-its-timeout',
      hooks: () => ownTimeout((reader, ms) => void endIn((ms * 2) / 3, reader)),
    },
    'watch-timeout-is-capped': {
      summary: 'a watch ends after two seconds, whatever longer timeoutSeconds it was given',
      caughtBy: 'watch/ends-at-its-timeout',
      hooks: () => ownTimeout((reader, ms) => void endIn(Math.min(ms, 2_000), reader)),
    },
    'watch-ends-within-an-event': {
      summary: 'a watch that comes to its timeoutSeconds is ended in good order in the middle of an event',
      caughtBy: 'watch/ends-at-its-timeout',
      hooks: () => ownTimeout((reader, ms) => void endIn(ms, reader, '{"type":"MODIFIED","object":{"kind":"Conf')),
    },
    'watch-drops-what-a-slow-reader-has-no-room-for': {
      summary: 'events for which the buffer of a slow reader has no room are left out of its stream',
      caughtBy: 'watch/slow-reader-loses-nothing',
      seenIn: 'kubernetes/kubernetes#121688',
      hooks: () => ({ overflow: 'leave-out' }),
    },
    'watch-drops-what-an-ample-buffer-has-no-room-for': {
      summary: 'events are left out of the stream of a slow reader for whom 8 MB are kept already',
      caughtBy: 'watch/slow-reader-loses-nothing',
      seenIn: 'antrea-io/antrea#292',
      hooks: () => ({ overflow: 'leave-out', room: 8 * 1024 * 1024 }),
    },
    'watch-falls-silent-for-a-slow-reader': {
      summary: 'the stream of a reader that was too slow once stays open and tells nothing any more',
      caughtBy: 'watch/slow-reader-loses-nothing',
      hooks: () => ({ overflow: 'fall-silent' }),
    },
    'watch-loses-events-when-another-reader-leaves': {
      summary: 'when one client hangs up on its watch, the others of the kind miss the next events',
      caughtBy: 'watch/outlives-others-that-hang-up',
      seenIn: 'wzr1337/rsi.server#19',
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
    'watch-is-cut-when-another-reader-leaves': {
      summary: 'when one client hangs up on its watch, the connections of others are cut as well',
      caughtBy: 'watch/outlives-others-that-hang-up',
      seenIn: 'scalecube/scalecube-services#272',
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
    'watch-loses-events-of-a-burst': {
      summary: 'when many changes come at once, a watch tells only the first of them',
      caughtBy: 'watch/keeps-up-with-parallel-writers',
      seenIn: 'k3s-io/kine#238',
      hooks: framing((frame, _, stream) => {
        const now = performance.now();
        const near = now - Number(stream.get('last') ?? 0) < BURST_MS;
        const count = near ? Number(stream.get('count') ?? 0) + 1 : 0;
        stream.set('last', now);
        stream.set('count', count);
        return count > BURST ? [] : [frame];
      }),
    },
    'watches-see-different-orders': {
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
    'watch-resumes-one-event-too-late': {
      summary: 'a watch from a version leaves out the first change after it',
      caughtBy: 'watch/goes-on-the-same-from-each-event',
      seenIn: 'kubernetes/kubernetes#49992',
      hooks: framing((frame, asked, stream) => {
        const first = namesVersion(asked) && !stream.has('begun');
        stream.set('begun', true);
        return first ? [] : [frame];
      }),
    },
    'watch-resumes-with-the-event-itself': {
      summary: 'a watch from the version of an event tells that event once more',
      caughtBy: 'watch/goes-on-the-same-from-each-event',
      seenIn: 'mckinsey/agents-at-scale-ark#3246',
      hooks: () => {
        const delivered = new Map<string, WatchFrame>();
        return {
          opening: (asked) => {
            const again = delivered.get(`${asked.path} ${asked.query.get('resourceVersion') ?? ''}`);
            return again === undefined ? [] : [again];
          },
          event: (frame, asked) => {
            if (frame.type !== 'DELETED') delivered.set(`${asked.path} ${versionOf(frame.object)}`, copyOf(frame));
            return [frame];
          },
        };
      },
    },
    'watch-loses-what-came-between-list-and-watch': {
      summary: 'what is written between a list and the watch from its version is not told',
      caughtBy: 'watch/loses-nothing-while-it-opens',
      seenIn: 'kubernetes/kubernetes#95897',
      hooks: sinceOpening((frame, opened) => (versionOf(frame.object) <= opened ? [] : [frame])),
    },
    'watch-tells-the-seam-twice': {
      summary: 'what is written while a watch opens is told both as backlog and as news',
      caughtBy: 'watch/loses-nothing-while-it-opens',
      seenIn: 'Consensys/ask-o11y-plugin#46',
      hooks: sinceOpening((frame, opened) =>
        versionOf(frame.object) <= opened && versionOf(frame.object) > opened - 2 ? [frame, frame] : [frame],
      ),
    },
    'watch-begins-with-what-is-gone': {
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
            return ghost === undefined ||
              namesVersion(asked) ||
              asked.call?.name !== undefined ||
              asked.query.has('labelSelector')
              ? []
              : [{ type: 'ADDED', object: copyOf(ghost) }];
          },
        };
      },
    },
    'watch-tells-its-beginning-late': {
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
        if (held === undefined || frame.type !== 'MODIFIED' || keyOf(held.object) !== keyOf(frame.object))
          return [frame];
        stream.delete('held');
        return [frame, held];
      }),
    },
    'watch-from-an-old-version-skips-to-what-it-has': {
      summary:
        'a watch from a version that lies far back begins with the oldest change that the server still has, and says nothing of it',
      caughtBy: 'watch/old-version-is-served-whole-or-refused',
      seenIn: 'k3s-io/kine#238',
      hooks: sinceOpening((frame, opened) => (versionOf(frame.object) <= opened - WINDOW ? [] : [frame])),
    },
    'watch-forgets-what-it-told-last-at-a-timeout': {
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
    'watch-of-all-namespaces-knows-objects-by-name': {
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
    'watch-of-all-namespaces-misses-removals': {
      summary: 'removals are told to the watches of one namespace, but not to those of all',
      caughtBy: 'watch/tells-removals',
      seenIn: 'kubernetes/kubernetes#123072',
      hooks: framing((frame, { call }) =>
        frame.type === 'DELETED' && call?.namespace === undefined && call?.resource?.namespaced === true ? [] : [frame],
      ),
    },
    'watch-by-parameter-loses-every-third-event': {
      summary: 'a watch by parameter loses every third event, one by path does not',
      caughtBy: 'watch/misses-nothing',
      seenIn: 'etcd-io/etcd#20655',
      hooks: framing((frame, asked, stream) => {
        const count = Number(stream.get('count') ?? 0) + 1;
        stream.set('count', count);
        return !pathOf(asked) && count % 3 === 0 ? [] : [frame];
      }),
    },
    'watch-ignores-field-selector': {
      summary: 'a watch ignores its field selector',
      caughtBy: 'watch/field-selector-restricts',
      seenIn: 'kubernetes/kubernetes#107809',
      hooks: () => ({
        request: (asked) => {
          if (isWatch(asked)) asked.query.delete('fieldSelector');
        },
      }),
    },
    'watch-with-selector-misses-removals': {
      summary: 'a watch with a selector tells objects that stop to match, but not those that are removed',
      caughtBy: 'watch/removal-of-a-selected-object-is-told',
      seenIn: 'kubernetes/kubernetes#123072',
      hooks: () => {
        const removed = new Set<string>();
        return {
          request: async (asked, upstream) => {
            if (asked.call?.verb !== 'delete') return;
            const { json } = await upstream.send('GET', asked.path);
            removed.add(String(metadataOf(json)['uid']));
          },
          event: (frame, asked) =>
            frame.type === 'DELETED' &&
            asked.query.has('labelSelector') &&
            removed.has(String(metadataOf(frame.object)['uid']))
              ? []
              : [frame],
        };
      },
    },
    'collection-delete-is-not-told-to-watches': {
      summary: 'objects that a collection delete removes are not notified as removed',
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
      summary: 'an object that goes when its last finalizer is taken off is not notified as removed',
      caughtBy: 'watch/tells-removals',
      hooks: framing((frame, _, stream) => {
        const uid = String(metadataOf(frame.object)['uid']);
        if (frame.type === 'MODIFIED' && metadataOf(frame.object)['deletionTimestamp'] !== undefined)
          stream.set(uid, 'marked');
        return frame.type === 'DELETED' && stream.get(uid) === 'marked' ? [] : [frame];
      }),
    },
    'watch-with-selector-overlooks-relabelling-by-put': {
      summary: 'an object that stops matching a selector because of a PUT is not notified as removed',
      caughtBy: 'watch/object-that-stops-matching-is-removed',
      seenIn: 'fabric8io/kubernetes-client#2180',
      hooks: afterWrite(
        ({ method }) => method,
        (frame, method, asked) =>
          frame.type === 'DELETED' && method === 'PUT' && asked.query.has('labelSelector') ? [] : [frame],
      ),
    },
    'watch-with-selector-overlooks-relabelling-by-json-patch': {
      summary: 'an object that starts to match a selector because of a JSON patch is not notified',
      caughtBy: 'watch/object-that-starts-to-match-appears',
      seenIn: 'fabric8io/kubernetes-client#2180',
      hooks: afterWrite(
        ({ headers }) => headers['content-type'],
        (frame, type, asked) =>
          frame.type === 'ADDED' && type === JSON_PATCH_TYPE && asked.query.has('labelSelector') ? [] : [frame],
      ),
    },
    'watch-misses-writes-through-the-other-view': {
      summary: 'a watch of one group-version does not tell changes that were made through the other one',
      caughtBy: 'watch/misses-nothing',
      seenIn: 'cruise-automation/isopod#44',
      hooks: afterWrite(
        ({ call }) => call?.resource?.id,
        (frame, writer, { call }) =>
          frame.type === 'MODIFIED' && writer !== undefined && writer !== call?.resource?.id ? [] : [frame],
      ),
    },
    'watch-misses-status-puts': {
      summary: 'a watch does not tell a status that was written by PUT; by PATCH it does',
      caughtBy: 'watch/misses-nothing',
      hooks: afterWrite(
        ({ call }) => call?.verb,
        (frame, verb) => (frame.type === 'MODIFIED' && verb === 'replaceStatus' ? [] : [frame]),
      ),
    },
    'watch-of-one-object-ends-with-its-first-life': {
      summary: 'a watch of one object tells nothing of an object that is made anew under the name',
      caughtBy: 'watch/misses-nothing',
      hooks: framing((frame, { call }, stream) => {
        if (call?.name === undefined) return [frame];
        const over = stream.get('over') === true;
        if (frame.type === 'DELETED') stream.set('over', true);
        return over ? [] : [frame];
      }),
    },
    'watch-tells-the-next-life-before-the-end-of-the-last': {
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
    'watch-ignores-label-selector': {
      summary: 'a watch ignores its label selector',
      caughtBy: 'watch/selector-shows-only-what-matches',
      seenIn: 'kubernetes/kubernetes#106754',
      hooks: askingToWatch((asked) => asked.query.delete('labelSelector')),
    },
    'watch-never-tells-that-an-object-left-the-selection': {
      summary: 'an object that stops matching the selector of a watch is not notified as removed',
      caughtBy: 'watch/object-that-stops-matching-is-removed',
      seenIn: 'cozystack/cozystack#2542',
      hooks: () => ({
        event: (frame, asked) => {
          const left = frame.type === 'DELETED' && asked.query.has('labelSelector');
          return left ? [] : [frame];
        },
      }),
    },
    'watch-tells-entry-as-modification': {
      summary: 'an object that starts to match the selector of a watch is notified as modified',
      caughtBy: 'watch/object-that-starts-to-match-appears',
      hooks: framing((frame, asked, stream) => {
        const first = !stream.has(keyOf(frame.object)) && frame.type === 'ADDED';
        stream.set(keyOf(frame.object), true);
        return first && asked.query.has('labelSelector') && counted(stream) > 1
          ? [{ ...frame, type: 'MODIFIED' }]
          : [frame];
      }),
    },
    'watch-ignores-version': {
      summary: 'a watch that starts from a version starts with what exists all the same',
      caughtBy: 'watch/starts-after-its-version',
      seenIn: 'microsoft/dcp#33',
      hooks: askingToWatch((asked) => asked.query.delete('resourceVersion')),
    },
    'watch-without-version-starts-now': {
      summary: 'a watch without a version tells nothing of what exists',
      caughtBy: 'watch/without-version-starts-with-what-exists',
      seenIn: 'fabric8io/kubernetes-client#2946',
      hooks: () => ({
        request: async (asked, upstream) => {
          const { resource } = asked.call ?? {};
          if (
            !isWatch(asked) ||
            resource === undefined ||
            !['', '0', null].includes(asked.query.get('resourceVersion'))
          )
            return;
          const list = await upstream.send('GET', `${resource.prefix}/${resource.plural}`);
          asked.query.set('resourceVersion', String(objectAt(list.json, 'metadata')?.['resourceVersion']));
        },
      }),
    },
    'watch-misses-removals': {
      summary: 'a watch does not tell removals',
      caughtBy: 'watch/tells-removals',
      seenIn: 'kubernetes/kubernetes#123072',
      hooks: framing((frame) => (frame.type === 'DELETED' ? [] : [frame])),
    },
    'watch-misses-every-fourth-event': {
      summary: 'a watch loses every fourth event',
      caughtBy: 'watch/misses-nothing',
      seenIn: 'etcd-io/etcd#20655',
      hooks: framing((frame, _, stream) => (counted(stream) % 4 === 0 ? [] : [frame])),
    },
    'watch-repeats-events': {
      summary: 'a watch tells every third event twice',
      caughtBy: 'watch/tells-nothing-twice',
      seenIn: 'etcd-io/etcd#17247',
      hooks: framing((frame, _, stream) => (counted(stream) % 3 === 0 ? [frame, frame] : [frame])),
    },
    'watch-swaps-neighbours': {
      summary: 'a watch tells pairs of modifications in the wrong order',
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
      summary: 'an object that is created is notified as modified',
      caughtBy: 'watch/appearance-is-added',
      seenIn: 'kubernetes-client/java#1555',
      hooks: framing((frame) => [frame.type === 'ADDED' ? { ...frame, type: 'MODIFIED' } : frame]),
    },
    'watch-tells-modifications-as-additions': {
      summary: 'a change of an object is notified as ADDED',
      caughtBy: 'watch/appearance-is-added',
      seenIn: 'fabric8io/kubernetes-client#2180',
      hooks: framing((frame) => [frame.type === 'MODIFIED' ? { ...frame, type: 'ADDED' } : frame]),
    },
    'watch-shows-older-state': {
      summary: 'the object of a modification is the one from before, under the new version',
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
      summary: 'a watch of one object also tells of the objects whose names begin with its name',
      caughtBy: 'watch/of-one-object-tells-of-it-alone',
      seenIn: 'etcd-io/etcd#346',
      hooks: () => ({
        request: (asked) => {
          if (asked.call?.verb === 'watch' && asked.call.namespace !== undefined)
            asked.path = asked.path.replace(/\/[^/]+\/?$/, '');
        },
        event: (frame, asked) => {
          const name = asked.call?.verb === 'watch' ? asked.call.name : undefined;
          return name === undefined || String(metadataOf(frame.object)['name']).startsWith(name) ? [frame] : [];
        },
      }),
    },
    'watch-of-a-namespace-takes-prefix': {
      summary: 'a watch of one namespace also tells of namespaces whose names begin with its name',
      caughtBy: 'watch/tells-nothing-of-other-namespaces',
      seenIn: 'square/p2#368',
      hooks: () => ({
        request: (asked) => {
          const { verb, namespace, resource } = asked.call ?? {};
          if (verb === 'watchList' && namespace !== undefined && resource !== undefined)
            asked.path = `${resource.prefix}/watch/${resource.plural}`;
        },
        event: (frame, asked) => {
          const namespace = asked.call?.verb === 'watchList' ? asked.call.namespace : undefined;
          return namespace === undefined || String(metadataOf(frame.object)['namespace']).startsWith(namespace)
            ? [frame]
            : [];
        },
      }),
    },
    'watch-misses-status-writes': {
      summary: 'a watch does not tell changes of the status alone',
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
      hooks: askingToWatch((asked) => asked.query.delete('timeoutSeconds')),
    },
    'watch-by-parameter-answers-a-list': {
      summary: 'watch=true on a collection is ignored and answers the list',
      caughtBy: 'watch/answers-a-stream',
      hooks: askingToWatch((asked) => {
        asked.query.delete('watch');
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
    'delete-between-list-and-watch-is-lost': {
      summary: 'a removal that falls between a list and the watch from its version is never told',
      caughtBy: 'watch/tells-removals',
      seenIn: 'kubernetes/kubernetes#141528',
      hooks: () => {
        const gone = new Set<string>();
        return {
          response: async (_, asked, upstream) => {
            if (
              asked.call?.verb === 'delete' &&
              asked.call.resource !== undefined &&
              asked.call.namespace !== undefined
            ) {
              const list = await upstream.send('GET', asked.path.slice(0, asked.path.lastIndexOf('/')));
              const there = itemsOf(list)?.some((item) => metadataOf(item)['name'] === asked.call?.name) ?? true;
              if (!there) gone.add(`${asked.call.namespace}/${asked.call.name ?? ''}`);
            }
          },
          event: (frame, asked) =>
            frame.type === 'DELETED' && asked.query.has('resourceVersion') && gone.has(keyOf(frame.object))
              ? []
              : [frame],
        };
      },
    },
    'watch-tells-every-other-change-by-another-type': {
      summary: 'every other change that a watch tells is of type UPDATED instead of MODIFIED',
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
  }),
  ...WATCH_MOMENT_FAULTS,
];
