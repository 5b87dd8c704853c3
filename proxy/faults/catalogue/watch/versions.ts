import { copyOf, keyOf, metadataOf } from '../../bend.ts';
import type { FaultyRequest, Bendable, Fault, Hooks, WatchFrame } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isWatch, namesVersion, selectionOf } from '../../requests.ts';
import { framing, latestVersion } from '../../ways.ts';

/** The upstream's versions are numbers that grow with every change of any object. */
const versionOf = (object: Bendable): number => Number(metadataOf(object)['resourceVersion']);

/** Hooks that record the server's version at the opening of each watch from a version, and bend its frames. */
function sinceOpening(
  event: (frame: WatchFrame, opened: number, request: FaultyRequest) => readonly WatchFrame[],
): Fault['hooks'] {
  return () => {
    const openings = new WeakMap<FaultyRequest, number>();
    return {
      request: async (request, upstream) => {
        if (isWatch(request) && namesVersion(request)) openings.set(request, await latestVersion(upstream));
      },
      event: (frame, request) => {
        const opened = openings.get(request);
        return opened === undefined ? [frame] : event(frame, opened, request);
      },
    };
  };
}

/** The changes that a server reads from its history at once. */
const PAGE = 500;

/** Older changes are silently left out of a watch. */
const WINDOW = 60;

/** A watch joins an open one that selects the same. */
function joiningOpenWatches(): Hooks {
  const open = new Map<string, number>();
  return {
    request: async (request, upstream) => {
      if (isWatch(request) && namesVersion(request) && (open.get(selectionOf(request)) ?? 0) > 0)
        request.query.set('resourceVersion', String(await latestVersion(upstream)));
    },
    began: (request, reader) => {
      const selection = selectionOf(request);
      open.set(selection, (open.get(selection) ?? 0) + 1);
      reader.once('close', () => {
        open.set(selection, (open.get(selection) ?? 1) - 1);
      });
    },
  };
}

/** Watches that begin at another version than the requested one, or deliver changes in another order. */
export const VERSIONS: readonly Fault[] = faults({
  'watches-see-different-orders': {
    summary: 'every other watch delivers neighbouring changes of different objects in the wrong order',
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
  'watch-tells-a-page-of-its-past': {
    summary:
      'a watch from a version delivers the first 500 changes from before it was opened, and leaves out the others',
    caughtBy: 'watch/old-version-is-served-whole-or-refused',
    hooks: () => {
      const told = new WeakMap<FaultyRequest, number>();
      return sinceOpening((frame, opened, request) => {
        const count = (told.get(request) ?? 0) + 1;
        told.set(request, count);
        return versionOf(frame.object) <= opened && count > PAGE ? [] : [frame];
      })();
    },
  },
  'watch-resumes-one-event-too-late': {
    summary: 'a watch from a version leaves out the first change after it',
    caughtBy: 'watch/goes-on-the-same-from-each-event',
    seenIn: 'kubernetes/kubernetes#49992',
    hooks: framing((frame, request, stream) => {
      const first = namesVersion(request) && !stream.has('begun');
      stream.set('begun', true);
      return first ? [] : [frame];
    }),
  },
  'watch-resumes-with-the-event-itself': {
    summary: 'a watch from the version of an event delivers that event again',
    caughtBy: 'watch/goes-on-the-same-from-each-event',
    seenIn: 'mckinsey/agents-at-scale-ark#3246',
    hooks: () => {
      const delivered = new Map<string, WatchFrame>();
      return {
        opening: (request) => {
          const again = delivered.get(`${request.path} ${request.query.get('resourceVersion') ?? ''}`);
          return again === undefined ? [] : [again];
        },
        event: (frame, request) => {
          if (frame.type !== 'DELETED') delivered.set(`${request.path} ${versionOf(frame.object)}`, copyOf(frame));
          return [frame];
        },
      };
    },
  },
  'watch-loses-what-came-between-list-and-watch': {
    summary: 'a watch from the version of a list delivers no events for writes between the list and the watch',
    caughtBy: 'watch/loses-nothing-while-it-opens',
    seenIn: 'kubernetes/kubernetes#95897',
    hooks: sinceOpening((frame, opened) => (versionOf(frame.object) <= opened ? [] : [frame])),
  },
  'watch-tells-the-seam-twice': {
    summary: 'a watch delivers writes that happen while it opens twice: as backlog and as new events',
    caughtBy: 'watch/loses-nothing-while-it-opens',
    seenIn: 'Consensys/ask-o11y-plugin#46',
    hooks: sinceOpening((frame, opened) =>
      versionOf(frame.object) <= opened && versionOf(frame.object) > opened - 2 ? [frame, frame] : [frame],
    ),
  },
  'watch-begins-with-what-is-gone': {
    summary: 'a watch without a version also begins with the object that was removed last',
    caughtBy: 'watch/adds-up-to-what-is-there',
    seenIn: 'kubernetes/kubernetes#123072',
    hooks: () => {
      const gone = new Map<string, Bendable>();
      const placeOf = ({ call }: FaultyRequest): string => `${call?.resource?.kind ?? ''} ${call?.namespace ?? ''}`;
      return {
        request: async (request, upstream) => {
          if (request.call?.verb !== 'delete') return;
          const { json, status } = await upstream.send('GET', request.path);
          if (status === 200) gone.set(placeOf(request), json as Bendable);
        },
        opening: (request) => {
          const ghost = gone.get(placeOf(request));
          return ghost === undefined ||
            namesVersion(request) ||
            request.call?.name !== undefined ||
            request.query.has('labelSelector')
            ? []
            : [{ type: 'ADDED', object: copyOf(ghost) }];
        },
      };
    },
  },
  'watch-tells-its-beginning-late': {
    summary: 'a watch without a version delivers the first existing object after later changes',
    caughtBy: 'watch/tells-changes-in-order',
    seenIn: 'kubernetes/kubernetes#74022',
    hooks: framing((frame, request, stream) => {
      const held = stream.get('held') as WatchFrame | undefined;
      if (held === undefined && !stream.has('begun') && frame.type === 'ADDED' && !namesVersion(request)) {
        stream.set('held', frame);
        stream.set('begun', true);
        return [];
      }
      if (held === undefined || frame.type !== 'MODIFIED' || keyOf(held.object) !== keyOf(frame.object)) return [frame];
      stream.delete('held');
      return [frame, held];
    }),
  },
  'watch-from-an-old-version-skips-to-what-it-has': {
    summary:
      'a watch from a version that is too old begins, without an error, with the oldest change that the server still has',
    caughtBy: 'watch/old-version-is-served-whole-or-refused',
    seenIn: 'k3s-io/kine#238',
    hooks: sinceOpening((frame, opened) => (versionOf(frame.object) <= opened - WINDOW ? [] : [frame])),
  },
  'watch-forgets-what-it-told-last-at-a-timeout': {
    summary: 'a watch from the last event of a watch that ended at its timeout skips the first change',
    caughtBy: 'watch/goes-on-where-a-timeout-ended-it',
    hooks: () => {
      const last = new Set<string>();
      return {
        event: (frame, request, stream) => {
          if (request.query.has('timeoutSeconds')) last.add(String(versionOf(frame.object)));
          const skipped = last.has(request.query.get('resourceVersion') ?? '') && !stream.has('begun');
          stream.set('begun', true);
          return skipped ? [] : [frame];
        },
      };
    },
  },
  'second-watch-of-a-selection-starts-at-present': {
    summary: 'a watch from a version starts at present if a watch of the same path and selectors is open',
    caughtBy: 'watch/starts-after-its-version',
    hooks: joiningOpenWatches,
  },
});
