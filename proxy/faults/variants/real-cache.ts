import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, itemsOf, metadataOf, succeeded } from '../bend.ts';
import type { FaultyRequest, Bendable, FaultyResponse, Hooks, UpstreamClient, WatchFrame } from '../fault.ts';
import { refusal } from './real-writes.ts';

/** The number of changes of a kind that a watch can go back. */
const WINDOW = 100;

/** How long a read waits for a version that its cache does not have yet, in milliseconds. */
const PATIENCE_MS = 3000;

const GONE: WatchFrame = {
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

/** The state of one kind's cache: the versions of its latest changes, oldest first. */
type CachedVersions = Map<string, number[]>;

/**
 * Every kind has a watch cache of its own, in memory. A watch without a version begins with its content, in any
 * order; a watch from a version older than the hundred latest changes gets an error and ends. A read with a version
 * that the kind has not reached waits for it, and fails in the end.
 *
 *     a secret is made -> version 9, GET configmaps -> version 9, GET configmaps?resourceVersion=9 -> 504, for no config map is that new
 */
export function watchCaches(): Hooks {
  const seen: CachedVersions = new Map();
  const openings = new WeakMap<FaultyRequest, readonly WatchFrame[]>();
  const expired = new WeakSet<FaultyRequest>();
  return {
    request: async (request, upstream) => {
      const { watching, resource } = request.call ?? {};
      const version = Number(request.query.get('resourceVersion') ?? 0);
      if (resource === undefined || request.method !== 'GET') return undefined;
      if (watching !== true)
        return resource.kind === 'Event' || version === 0 || (await reaches(seen, resource.kind, version))
          ? inAnyOrder(request, version, upstream)
          : tooNew();
      const changes = seen.get(resource.kind) ?? [];
      if (version > 0 && changes.length === WINDOW && version < (changes[0] ?? 0)) expired.add(request);
      else if (version === 0 && isJson(request)) openings.set(request, await opening(request, upstream));
      return undefined;
    },
    response: (response, { call, method }) => {
      if (method !== 'GET' && call?.resource !== undefined && succeeded(response))
        note(seen, call.resource.kind, response.json);
    },
    opening: (request) => (expired.has(request) ? [GONE] : (openings.get(request) ?? [])),
    event: (frame, request) => {
      if (request.call?.resource !== undefined) note(seen, request.call.resource.kind, frame.object);
      return expired.has(request) ? [] : [frame];
    },
    lasting: (request) => (expired.has(request) ? 5 : undefined),
  };
}

/** Records the version of a written object; for a collection delete, that of the list. */
function note(seen: CachedVersions, kind: string, object: unknown): void {
  const version = Number(metadataOf(object)['resourceVersion']);
  const versions = seen.get(kind) ?? [];
  if (version > 0 && version > (versions.at(-1) ?? 0)) seen.set(kind, [...versions, version].slice(-WINDOW));
}

async function reaches(seen: CachedVersions, kind: string, version: number): Promise<boolean> {
  const has = (): boolean => (seen.get(kind)?.at(-1) ?? 0) >= version;
  for (const end = Date.now() + PATIENCE_MS; !has() && Date.now() < end;) await sleep(50);
  return has();
}

function tooNew(): FaultyResponse {
  const response = refusal(504, 'Timeout', 'too large resource version');
  return { ...response, headers: { ...response.headers, 'retry-after': '1' } };
}

/** A list from the cache has no order; without a version it comes from the store, by name. */
async function inAnyOrder(
  request: FaultyRequest,
  version: number,
  upstream: UpstreamClient,
): Promise<void | FaultyResponse> {
  if (version === 0 && !request.query.has('resourceVersion')) return undefined;
  if (request.call?.verb !== 'list' && request.call?.verb !== 'listAll') return undefined;
  if (!isJson(request)) return undefined;
  const listed = await upstream.send('GET', `${request.path}?${request.query}`);
  if (isObject(listed.json) && Array.isArray(listed.json['items']))
    listed.json['items'] = shuffled(listed.json['items'] as Bendable[]);
  return listed;
}

/** The existing objects, each in an ADDED event; the watch continues from there. */
async function opening(request: FaultyRequest, upstream: UpstreamClient): Promise<readonly WatchFrame[]> {
  const { resource, name } = request.call ?? {};
  const single = request.call?.verb === 'watch';
  const collection = (single ? request.path.replace(/\/[^/]*$/, '') : request.path).replace('/watch/', '/');
  const selectors = new URLSearchParams([...request.query].filter(([parameter]) => parameter.endsWith('Selector')));
  const listed = await upstream.send('GET', `${collection}?${selectors}`);
  const items = itemsOf(listed);
  if (items === undefined) return [];
  request.query.set('resourceVersion', String(metadataOf(listed.json)['resourceVersion']));
  const there = items.filter((item) => !single || metadataOf(item)['name'] === name);
  return shuffled(there).map((item) => ({
    type: 'ADDED',
    object: { kind: resource?.kind, apiVersion: resource?.apiVersion, ...item },
  }));
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ item }) => item);
}

function isJson({ headers }: FaultyRequest): boolean {
  return !(headers['accept'] ?? '').includes('yaml');
}
