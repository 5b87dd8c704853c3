import { objectPath } from '../../bend.ts';
import type { Bendable, FaultyRequest, Fault } from '../../fault.ts';
import { isJsonPatch, operationsOf } from '../../json-patch.ts';
import { isPatch } from '../../requests.ts';
import { asking } from '../../ways.ts';

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
