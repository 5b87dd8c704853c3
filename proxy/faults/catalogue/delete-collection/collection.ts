import { itemsOf, metadataOf } from '../../bend.ts';
import type { Bendable, FaultyRequest, UpstreamClient } from '../../fault.ts';
import { isOne } from '../../requests.ts';

/** Whether a request deletes a collection. */
export const isCollection = (request: FaultyRequest): boolean => isOne(request, 'deleteCollection');

/** The path of an object in the collection of a request. */
export function pathOf({ path }: FaultyRequest, item: Bendable): string {
  return `${path}/${String(metadataOf(item)['name'])}`;
}

/** The objects that a collection delete selects. */
export async function itemsAt(request: FaultyRequest, upstream: UpstreamClient): Promise<readonly Bendable[]> {
  const query = new URLSearchParams([...request.query].filter(([name]) => name.endsWith('Selector')));
  return itemsOf(await upstream.send('GET', `${request.path}?${query}`)) ?? [];
}
