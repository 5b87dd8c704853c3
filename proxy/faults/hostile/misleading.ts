import { copyOf, isObject, itemsOf, jsonResponse, metadataOf, succeeded, successStatus } from '../bend.ts';
import type { FaultyRequest, Bendable, FaultyResponse, Hooks, UpstreamClient } from '../fault.ts';
import { collectionOf } from '../ways.ts';
import type { HostileTarget } from './hostile-target.ts';
import { bending } from './serve.ts';
import { isOne } from '../requests.ts';

/** Servers that respond with success and the wrong content. */
export const MISLEADING: readonly HostileTarget[] = [
  {
    name: 'watch-answers-list',
    summary: 'Returns the list of its objects to each watch of a collection',
    startInFront: bending(() => ({ request: listInPlaceOfWatch })),
  },
  {
    name: 'keeps-deleted-objects',
    summary: 'Reports success for deletes and keeps the objects',
    startInFront: bending(() => ({ request: keepDeleted })),
  },
  {
    name: 'lists-grow-at-deletes',
    summary: 'Reports success for deletes, keeps each object and makes a copy of it',
    startInFront: bending(copyDeleted),
  },
];

const isDelete = (request: FaultyRequest): boolean => isOne(request, ['delete', 'deleteCollection']);

function targetOf({ path, query }: FaultyRequest, without: readonly string[] = []): string {
  const rest = new URLSearchParams([...query].filter(([name]) => !without.includes(name))).toString();
  return rest === '' ? path : `${path}?${rest}`;
}

async function listInPlaceOfWatch(request: FaultyRequest, upstream: UpstreamClient): Promise<FaultyResponse | void> {
  if (request.call?.watching !== true) return;
  return upstream.send(
    'GET',
    targetOf({ ...request, path: request.path.replace('/watch/', '/') }, [
      'watch',
      'resourceVersion',
      'timeoutSeconds',
    ]),
  );
}

async function keepDeleted(request: FaultyRequest, upstream: UpstreamClient): Promise<FaultyResponse | void> {
  if (!isDelete(request)) return;
  const kept = await upstream.send('GET', targetOf(request));
  return succeeded(kept) ? jsonResponse(200, successStatus()) : kept;
}

function copyDeleted(): Hooks {
  let copies = 0;
  const nameOfCopy = (name: unknown): string => `${String(name).slice(0, 40)}-copy-${(copies += 1)}`;
  return {
    async request(request, upstream) {
      if (!isDelete(request)) return;
      const kept = await upstream.send('GET', targetOf(request));
      if (!succeeded(kept)) return kept;
      const collection = request.call?.verb === 'delete' ? collectionOf(request.path) : request.path;
      for (const object of itemsOf(kept) ?? [kept.json]) {
        if (isObject(object))
          await upstream.send('POST', collection, copyNamed(object, nameOfCopy(metadataOf(object)['name'])));
      }
      return jsonResponse(200, successStatus());
    },
  };
}

/** A copy of the object under another name, as a client would create it. */
function copyNamed(object: Bendable, name: string): Bendable {
  const { status: _, ...copy } = copyOf(object);
  const { namespace, labels, annotations } = metadataOf(copy);
  return { ...copy, metadata: { name, namespace, labels, annotations } };
}
