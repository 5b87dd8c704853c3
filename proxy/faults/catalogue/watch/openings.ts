import { copyOf, isObject, keyOf, metadataOf, succeeded } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest, Hooks, UpstreamClient } from '../../fault.ts';
import { beforeWrites, uidOf, versionOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne, isWatch, isWrite, namesVersion, selects } from '../../requests.ts';
import { framing, latestVersion } from '../../ways.ts';

/** The version of the server at the opening of each chosen watch. */
function openings(which: (request: FaultyRequest) => boolean): {
  readonly request: (request: FaultyRequest, upstream: UpstreamClient) => Promise<void>;
  readonly of: (request: FaultyRequest) => number | undefined;
} {
  const versions = new WeakMap<FaultyRequest, number>();
  return {
    request: async (request, upstream) => {
      if (isWatch(request) && which(request)) versions.set(request, await latestVersion(upstream));
    },
    of: (request) => versions.get(request),
  };
}

/** How many writes of other objects a watch survives. */
const JUMP = 100;

/** A watch waits for the versions between two of its events, which belong to other collections. */
function waitingForGaps(): Hooks {
  const opened = openings(() => true);
  return {
    request: opened.request,
    event: (frame, request, stream) => {
      const [version, last] = [versionOf(frame.object), stream.get('last')];
      if (stream.has('stopped')) return [];
      if (version <= (opened.of(request) ?? 0)) return [frame];
      if (typeof last === 'number' && version > last + JUMP) {
        stream.set('stopped', true);
        return [];
      }
      stream.set('last', typeof last === 'number' ? Math.max(last, version) : version);
      return [frame];
    },
  };
}

/** Watches of one target that open together share one stream, whose first events go to the first of them. */
function sharedOpenings(): Hooks {
  const begun = new Map<string, number>();
  const opened = openings((request) => {
    const before = begun.get(request.target) ?? 0;
    begun.set(request.target, Date.now());
    return !namesVersion(request) && Date.now() - before < 100;
  });
  return {
    request: opened.request,
    event: (frame, request) =>
      frame.type === 'ADDED' && versionOf(frame.object) <= (opened.of(request) ?? 0) ? [] : [frame],
  };
}

/** Whether the object of an event is still stored, itself and not a later one of its name. */
async function isThere(object: Bendable, upstream: UpstreamClient): Promise<boolean> {
  const stored = await upstream.send('GET', String(metadataOf(object)['selfLink']));
  return succeeded(stored) && uidOf(stored.json) === uidOf(object);
}

/**
 * A watch knows no former states of what changed before it was opened, so nothing shows which objects left it. In front
 * of a server whose versions are numbers, and whose DELETED events have the version of the write that made them leave.
 */
function forgettingFormerStates(): Hooks {
  const opened = openings((request) => selects(request) && namesVersion(request));
  const upstreams = new WeakMap<FaultyRequest, UpstreamClient>();
  return {
    request: async (request, upstream) => {
      upstreams.set(request, upstream);
      await opened.request(request, upstream);
    },
    event: async (frame, request) => {
      const upstream = upstreams.get(request);
      const isEarlier = frame.type === 'DELETED' && versionOf(frame.object) <= (opened.of(request) ?? 0);
      return isEarlier && upstream !== undefined && (await isThere(frame.object, upstream)) ? [] : [frame];
    },
  };
}

/** The first event of an object that was absent when its watch began is an update. */
function updatingTheAbsent(): Hooks {
  const absent = new WeakSet<FaultyRequest>();
  return {
    request: async (request, upstream) => {
      if (!isOne(request, 'watch')) return;
      const there = await upstream.send('GET', request.path.replace('/watch/', '/'));
      if (there.status === 404) absent.add(request);
    },
    event: (frame, request) =>
      frame.type === 'ADDED' && absent.delete(request) ? [{ ...frame, type: 'MODIFIED' }] : [frame],
  };
}

/** The past of a watch lacks the changes of an object that another one of it followed. */
function compactingThePast(): Hooks {
  const latest = new Map<string, number>();
  const past = new WeakMap<FaultyRequest, ReadonlyMap<string, number>>();
  return {
    request: (request) => {
      if (isWatch(request) && namesVersion(request)) past.set(request, new Map(latest));
    },
    response: (response, request) => {
      const { json } = response;
      if (!isWrite(request) || !succeeded(response) || !isObject(json) || json['kind'] === 'Status') return;
      latest.set(uidOf(json), Math.max(latest.get(uidOf(json)) ?? 0, versionOf(json)));
    },
    event: (frame, request) => {
      const last = past.get(request)?.get(uidOf(frame.object)) ?? 0;
      return frame.type !== 'DELETED' && versionOf(frame.object) < last ? [] : [frame];
    },
  };
}

/** The cache in which a watch finds the existing objects learns nothing of patches. */
function beginningBeforePatches(): Hooks {
  const before = beforeWrites();
  const patched = new Map<string, { readonly version: number; readonly former: Bendable }>();
  return {
    request: async (request, upstream) => {
      if (isOne(request, 'patch')) await before.read(request, upstream);
    },
    response: (response, request) => {
      const former = before.of(request);
      if (former !== undefined && succeeded(response))
        patched.set(uidOf(former), { version: versionOf(response.json), former });
    },
    event: (frame, request) => {
      const known = patched.get(uidOf(frame.object));
      const isPlain = !namesVersion(request) && !selects(request) && !request.query.has('fieldSelector');
      if (!isPlain || frame.type !== 'ADDED' || known?.version !== versionOf(frame.object)) return [frame];
      const { kind, apiVersion } = frame.object;
      return [{ type: frame.type, object: { ...copyOf(known.former), kind, apiVersion } }];
    },
  };
}

/** Faults of how a watch begins, and of what it delivers of the time before. */
export const OPENINGS: readonly Fault[] = faults({
  'watch-stops-at-a-jump-of-versions': {
    summary: 'a watch delivers nothing more once a hundred writes of other objects lie between two of its events',
    caughtBy: 'watch/misses-nothing',
    seenIn: 'k3s-io/kine#82',
    hooks: waitingForGaps,
  },
  'watch-from-a-version-tells-earlier-changes-as-added': {
    summary: 'a watch from a version delivers ADDED for the changes from before it was opened',
    caughtBy: 'watch/appearance-is-added',
    seenIn: 'kubernetes-sigs/cluster-api#11695',
    hooks: () => {
      const opened = openings(namesVersion);
      return {
        request: opened.request,
        event: (frame, request) =>
          frame.type === 'MODIFIED' && versionOf(frame.object) <= (opened.of(request) ?? 0)
            ? [{ ...frame, type: 'ADDED' }]
            : [frame],
      };
    },
  },
  // Events 4: "with it, only changes after that version are delivered" - and a removal from a selection is one.
  'leaving-before-the-watch-began-is-not-told': {
    summary: 'a watch from a version does not tell that an object stopped matching its label selector before it began',
    caughtBy: 'watch/goes-on-the-same-from-each-event',
    hooks: forgettingFormerStates,
  },
  // Parameter set L, resourceVersion: "With watch: changes after that version" - all of them.
  'past-of-a-watch-is-compacted': {
    summary: 'a watch from a version delivers only the latest of the earlier changes of each object',
    caughtBy: 'watch/resumes-after-any-event',
    hooks: compactingThePast,
  },
  // Events 2: "The `type` value `ADDED` is used when an object appears" - not when a watch first tells of it.
  'resumed-watch-announces-known-objects-as-added': {
    summary: 'a watch with a version and a label selector delivers the first update of each matching object as ADDED',
    caughtBy: 'watch/goes-on-the-same-from-each-event',
    hooks: framing((frame, request, stream) => {
      if (!selects(request) || !namesVersion(request)) return [frame];
      const isFirst = !stream.has(uidOf(frame.object));
      stream.set(uidOf(frame.object), true);
      return [isFirst && frame.type === 'MODIFIED' ? { ...frame, type: 'ADDED' } : frame];
    }),
  },
  // Events 2, as above.
  'watch-of-an-absent-object-begins-with-modified': {
    summary: 'a watch of one object that does not exist yet announces its creation as MODIFIED',
    caughtBy: 'watch/appearance-is-added',
    hooks: updatingTheAbsent,
  },
  'watches-that-open-together-share-their-first-events': {
    summary:
      'of watches of one path without a version that open within 100 ms, only the first begins with the existing objects',
    caughtBy: 'watch/without-version-starts-with-what-exists',
    hooks: sharedOpenings,
  },
  'watch-by-name-tells-of-a-namesake-elsewhere-as-modified': {
    summary:
      'a watch of all namespaces that selects by metadata.name delivers MODIFIED for a new object of that name in another namespace',
    caughtBy: 'watch/appearance-is-added',
    seenIn: 'defenseunicorns/kubernetes-fluent-client#553',
    hooks: framing((frame, { call, query }, stream) => {
      const selectsByName = (query.get('fieldSelector') ?? '').includes('metadata.name=');
      if (!selectsByName || call?.namespace !== undefined) return [frame];
      const [key, name] = [keyOf(frame.object), String(metadataOf(frame.object)['name'])];
      const first = stream.get(name) ?? key;
      stream.set(name, first);
      return [frame.type === 'ADDED' && first !== key ? { ...frame, type: 'MODIFIED' } : frame];
    }),
  },
  // Events 2: "the initial object of a watch on an existing object ... `object` is the full resource".
  'watch-begins-with-objects-as-before-their-last-patch': {
    summary: 'a watch without a version or selector begins with an object in the state before its last PATCH',
    caughtBy: 'watch/without-version-starts-with-what-exists',
    hooks: beginningBeforePatches,
  },
});
