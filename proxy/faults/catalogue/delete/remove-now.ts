import { MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import type { UpstreamClient } from '../../fault.ts';

/** Removes an object at once, whatever finalizers it has. */
export async function removeNow(path: string, upstream: UpstreamClient): Promise<void> {
  await upstream.send('PATCH', path, { metadata: { finalizers: null } }, MERGE_PATCH_TYPE);
  await upstream.send('DELETE', path, { gracePeriodSeconds: 0 });
}
