import type { FaultyRequest, Fault } from '../../fault.ts';
import { isPatch } from '../../requests.ts';
import { asking } from '../../ways.ts';

/** Hooks that change patches of that media type before the upstream sees them. */
export function patching(type: string, bend: (request: FaultyRequest) => void): Fault['hooks'] {
  return asking((request) => isPatch(request, type), bend);
}
