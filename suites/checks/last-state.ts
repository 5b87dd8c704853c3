import { finalizersOf } from '../oracle/objects/owners-and-finalizers.ts';
import type { Observation } from '../oracle/observed-state.ts';
import { isTerminating } from '../oracle/state/terminating.ts';

/**
 * Whether a write returned the last state of a terminating object because it removed its last finalizer. Nothing is
 * stored after that, and the version may be the previous one.
 */
export function isLastState({ source, content }: Observation): boolean {
  return source === 'write' && isTerminating(content) && finalizersOf(content).length === 0;
}
