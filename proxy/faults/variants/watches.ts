import { failureStatus, itemsOf, jsonResponse, metadataOf, keyOf } from '../bend.ts';
import type { FaultyRequest, UpstreamClient, Variant, WatchFrame } from '../fault.ts';
import { variants } from '../named.ts';
import { acceptOf, isWatch, namesVersion } from '../requests.ts';
import { pause } from '../ways.ts';

/** The delay of late events, in milliseconds. */
const LATE_MS = 50;

/** How many watches of a kind with timeoutSeconds last as long as they should before one ends early. */
const OVERLOADED = 9;

/** Whether a watch begins with the existing objects. */
function namesNoVersion({ call, query }: FaultyRequest): boolean {
  return call?.watching === true && ['', null].includes(query.get('resourceVersion'));
}

function isWrite(request: FaultyRequest): boolean {
  return request.method !== 'GET';
}

/** The list of a watch: its path without `/watch`, and its selectors. */
async function listFor(
  { path, query, call }: FaultyRequest,
  upstream: UpstreamClient,
): Promise<{ readonly items: WatchFrame['object'][]; readonly version: string }> {
  const collection = (call?.verb === 'watch' ? path.slice(0, path.lastIndexOf('/')) : path).replace('/watch/', '/');
  const selectors = new URLSearchParams([...query].filter(([name]) => name.endsWith('Selector')));
  const list = await upstream.send('GET', `${collection}?${selectors}`);
  const items = (itemsOf(list) ?? []).filter(
    (item) => call?.name === undefined || metadataOf(item)['name'] === call.name,
  );
  return {
    items: items.map((item) => ({ kind: call?.resource?.kind, apiVersion: call?.resource?.apiVersion, ...item })),
    version: String(metadataOf(list.json)['resourceVersion']),
  };
}

export const WATCH_VARIANTS: readonly Variant[] = variants({
  'watch-replays-history': {
    summary: 'a watch without a version delivers every change since the server started',
    dialect: 'spec',
    hooks: () => ({
      request: (request) => {
        if (namesNoVersion(request)) request.query.set('resourceVersion', '1');
      },
    }),
  },
  'watch-begins-in-any-order': {
    summary: 'a watch without a version delivers the existing objects in an arbitrary order',
    dialect: 'spec',
    hooks: () => {
      const openings = new WeakMap<FaultyRequest, WatchFrame[]>();
      return {
        request: async (request, upstream) => {
          if (!namesNoVersion(request)) return;
          const { items, version } = await listFor(request, upstream);
          request.query.set('resourceVersion', version);
          openings.set(
            request,
            items.toSorted(() => Math.random() - 0.5).map((object) => ({ type: 'ADDED', object })),
          );
        },
        opening: (request) => openings.get(request) ?? [],
      };
    },
  },
  'watch-reads-existing-objects-late': {
    summary: 'a watch without a version gets its response head a while before the server reads the existing objects',
    dialect: 'spec',
    hooks: () => {
      const upstreams = new WeakMap<FaultyRequest, UpstreamClient>();
      const taken = new WeakMap<FaultyRequest, number>();
      return {
        request: (request, upstream) => {
          if (namesNoVersion(request) && !acceptOf(request).includes('protobuf')) upstreams.set(request, upstream);
        },
        opening: async (request) => {
          const upstream = upstreams.get(request);
          if (upstream === undefined) return [];
          await pause(Math.random() * 2 * LATE_MS);
          const { items, version } = await listFor(request, upstream);
          taken.set(request, Number(version));
          return items.map((object) => ({ type: 'ADDED', object }));
        },
        event: (frame, request) =>
          Number(metadataOf(frame.object)['resourceVersion']) <= (taken.get(request) ?? 0) ? [] : [frame],
      };
    },
  },
  'events-come-late': {
    summary: 'watches deliver events a while after the responses to the writes that caused them',
    dialect: 'spec',
    hooks: () => ({
      event: async (frame, _, stream) => {
        const last = Number(stream.get('last') ?? 0);
        if (Date.now() - last > LATE_MS) await pause(LATE_MS);
        stream.set('last', Date.now());
        return [frame];
      },
    }),
  },
  'answers-come-late': {
    summary: 'writes get their responses a while after watches deliver their events',
    dialect: 'spec',
    hooks: () => ({ response: (_, request) => (isWrite(request) ? pause(LATE_MS) : undefined) }),
  },
  'removals-show-the-old-version': {
    summary: 'the object of a DELETED event carries its last version before the deletion',
    dialect: 'spec',
    hooks: () => ({
      event: (frame, _, stream) => {
        const metadata = metadataOf(frame.object);
        const last = stream.get(keyOf(frame.object));
        if (frame.type === 'DELETED' && last !== undefined) metadata['resourceVersion'] = last;
        else stream.set(keyOf(frame.object), metadata['resourceVersion']);
        return [frame];
      },
    }),
  },
  'other-names-of-events': {
    summary: 'watches deliver changes and deletions with event types of other names',
    dialect: 'spec',
    hooks: () => ({
      event: (frame) => [{ ...frame, type: { MODIFIED: 'CHANGED', DELETED: 'REMOVED' }[frame.type] ?? frame.type }],
    }),
  },
  'watches-end-early': {
    summary: 'the server properly ends a watch without timeoutSeconds after 0.2 to 2.2 seconds',
    dialect: 'spec',
    hooks: () => ({
      lasting: (request) => (request.query.has('timeoutSeconds') ? undefined : 200 + Math.random() * 2_000),
    }),
  },
  'overload-ends-watches-early': {
    summary: 'the server properly ends one watch of each kind with timeoutSeconds after 0.3 seconds, as if overloaded',
    dialect: 'spec',
    hooks: () => {
      const asked = new Map<string, number>();
      const early = new WeakSet<FaultyRequest>();
      return {
        request: (request) => {
          if (!isWatch(request) || !request.query.has('timeoutSeconds')) return;
          const kind = request.call?.resource?.kind ?? '';
          const before = asked.get(kind) ?? 0;
          asked.set(kind, before + 1);
          if (before === OVERLOADED) early.add(request);
        },
        lasting: (request) => (early.has(request) ? 300 : undefined),
      };
    },
  },
  'watches-from-old-versions-are-refused': {
    summary: 'every third watch from a version is refused with 410 because the version is too old',
    dialect: 'spec',
    hooks: () => {
      let watches = 0;
      return {
        request: (request) => {
          if (!isWatch(request) || namesNoVersion(request)) return undefined;
          watches += 1;
          return watches % 3 === 0
            ? jsonResponse(410, failureStatus(410, 'Gone', 'too old resource version'))
            : undefined;
        },
      };
    },
  },
  'no-watch-from-an-old-version': {
    summary: 'a watch from a version gets 410, unless nothing in the store has changed since that version',
    dialect: 'spec',
    hooks: () => ({
      request: async (request, upstream) => {
        const version = request.query.get('resourceVersion') ?? '';
        if (!isWatch(request) || !namesVersion(request)) return undefined;
        const now = await upstream.send('GET', '/api/v1/namespaces?fieldSelector=metadata.name%3Dnone');
        return metadataOf(now.json)['resourceVersion'] === version
          ? undefined
          : jsonResponse(410, failureStatus(410, 'Expired', `version ${version} has expired`));
      },
    }),
  },
  'versions-expire-soon': {
    summary: 'now and then a watch from a version ends with an ERROR event because the version is too old',
    dialect: 'spec',
    hooks: () => {
      let watches = 0;
      const expired = new WeakSet<FaultyRequest>();
      const gone: WatchFrame = {
        type: 'ERROR',
        object: {
          kind: 'Status',
          apiVersion: 'v1',
          metadata: {},
          status: 'Failure',
          message: 'too old resource version',
          reason: 'Gone',
          code: 410,
        },
      };
      return {
        request: (request) => {
          if (!isWatch(request) || namesNoVersion(request)) return;
          watches += 1;
          if (watches % 4 === 0) expired.add(request);
        },
        opening: (request) => (expired.has(request) ? [gone] : []),
        event: (frame, request) => (expired.has(request) ? [] : [frame]),
        lasting: (request) => (expired.has(request) ? 5 : undefined),
      };
    },
  },
});
