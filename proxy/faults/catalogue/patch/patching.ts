import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { objectPath } from '../../bend.ts';
import type { Bendable, FaultyRequest, Fault } from '../../fault.ts';
import { isJsonPatch, operationsOf } from '../../json-patch.ts';
import { isOne, isPatch } from '../../requests.ts';
import { asking } from '../../ways.ts';

/** Whether a request is a strategic merge patch of an object itself, not of its status. */
export const isStrategicPatch = (request: FaultyRequest): boolean =>
  isOne(request, 'patch') && isPatch(request, STRATEGIC_MERGE_PATCH_TYPE);

/** Hooks that change patches of that media type before the upstream sees them. */
export function patching(type: string, bend: (request: FaultyRequest) => void): Fault['hooks'] {
  return asking((request) => isPatch(request, type), bend);
}

/** Hooks that change the operations of JSON patches, by the stored object. */
export function operating(
  change: (operations: readonly Bendable[], stored: unknown) => readonly Bendable[],
): Fault['hooks'] {
  return () => ({
    request: async (request, upstream) => {
      if (!isJsonPatch(request)) return;
      const { json } = await upstream.send('GET', objectPath(request));
      request.json = change(operationsOf(request), json);
    },
  });
}
