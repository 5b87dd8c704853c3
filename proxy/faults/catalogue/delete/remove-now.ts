import { MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import type { Upstream } from '../../fault.ts';

/** Removes an object at once, whatever finalizers it has. */
export async function removeNow(path: string, upstream: Upstream): Promise<void> {
  await upstream.send('PATCH', path, { metadata: { finalizers: null } }, MERGE_PATCH_TYPE);
  await upstream.send('DELETE', path, { gracePeriodSeconds: 0 });
}
