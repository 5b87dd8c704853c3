import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { isObject, metadataOf } from '../bend.ts';
import type { FaultyRequest, UpstreamClient } from '../fault.ts';
import { soon } from './acting.ts';

/** The finalizer of the controllers. */
export const HOLD = 'loops.example.com/hold';

/** After a delete, soon removes the controllers' finalizer. */
export function releaseDeleted(turn: number, { call, path }: FaultyRequest, upstream: UpstreamClient): void {
  if (call?.verb === 'delete' || call?.verb === 'deleteCollection') soon(turn, () => letGo(path, HOLD, upstream));
}

/** Removes that finalizer from a terminating object, or from all of a collection. */
export async function letGo(path: string, hold: string, upstream: UpstreamClient): Promise<void> {
  const seen = await upstream.send('GET', path);
  const items =
    isObject(seen.json) && Array.isArray(seen.json['items']) ? (seen.json['items'] as unknown[]) : undefined;
  if (items !== undefined) {
    await Promise.all(items.map((item) => letGo(`${path}/${String(metadataOf(item)['name'])}`, hold, upstream)));
    return;
  }
  const { finalizers, deletionTimestamp } = metadataOf(seen.json);
  if (deletionTimestamp === undefined || !Array.isArray(finalizers)) return;
  const rest = finalizers.filter((finalizer) => finalizer !== hold);
  if (rest.length < finalizers.length)
    await upstream.send('PATCH', path, { metadata: { finalizers: rest } }, MERGE_PATCH_TYPE);
}
