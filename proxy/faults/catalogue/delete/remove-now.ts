import { MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { itemsOf, metadataOf } from '../../bend.ts';
import type { Bendable, UpstreamClient } from '../../fault.ts';

/** Removes an object at once, whatever finalizers it has. */
export async function removeNow(path: string, upstream: UpstreamClient): Promise<void> {
  await upstream.send('PATCH', path, { metadata: { finalizers: null } }, MERGE_PATCH_TYPE);
  await upstream.send('DELETE', path, { gracePeriodSeconds: 0 });
}

/** Deletes the objects of a collection that are chosen. */
export async function deleteEach(
  collection: string,
  upstream: UpstreamClient,
  isChosen: (item: Bendable) => boolean,
): Promise<void> {
  for (const item of itemsOf(await upstream.send('GET', collection)) ?? [])
    if (isChosen(item))
      await upstream.send('DELETE', `${collection}/${String(metadataOf(item)['name'])}`, { gracePeriodSeconds: 0 });
}
