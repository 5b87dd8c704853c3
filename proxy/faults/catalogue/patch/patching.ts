import type { Asked, Fault } from '../../fault.ts';
import { isPatch } from '../../requests.ts';
import { asking } from '../../ways.ts';

/** Hooks that change patches of that media type before the upstream sees them. */
export function patching(type: string, bend: (asked: Asked) => void): Fault['hooks'] {
  return asking((asked) => isPatch(asked, type), bend);
}
