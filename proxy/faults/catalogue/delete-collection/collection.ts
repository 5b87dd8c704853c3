import { itemsOf, jsonResponse, metadataOf, successStatus } from '../../bend.ts';
import type { Bendable, FaultyRequest, FaultyResponse, Hooks, UpstreamClient } from '../../fault.ts';
import { isOne } from '../../requests.ts';

/** Whether a request deletes a collection. */
export const isCollection = (request: FaultyRequest): boolean => isOne(request, 'deleteCollection');

/** The path of an object in the collection of a request. */
export function pathOf({ path }: FaultyRequest, item: Bendable): string {
  return `${path}/${String(metadataOf(item)['name'])}`;
}

/** The list of the objects that a collection delete selects. */
export function listAt(request: FaultyRequest, upstream: UpstreamClient): Promise<FaultyResponse> {
  const query = new URLSearchParams([...request.query].filter(([name]) => name.endsWith('Selector')));
  return upstream.send('GET', `${request.path}?${query}`);
}

/** The objects that a collection delete selects. */
export async function itemsAt(request: FaultyRequest, upstream: UpstreamClient): Promise<readonly Bendable[]> {
  return itemsOf(await listAt(request, upstream)) ?? [];
}

/** Hooks of collection deletes that return Success and remove only some of the objects that they select. */
export function removingOnly(
  some: (items: readonly Bendable[], request: FaultyRequest) => readonly Bendable[],
): () => Hooks {
  return () => ({
    request: async (request, upstream) => {
      if (!isCollection(request)) return undefined;
      const items = await itemsAt(request, upstream);
      const removed = some(items, request);
      if (removed.length === items.length) return undefined;
      for (const item of removed) await upstream.send('DELETE', pathOf(request, item), request.json);
      return jsonResponse(200, successStatus());
    },
  });
}
