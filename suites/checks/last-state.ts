import { at } from '../oracle/json.ts';
import type { Observation } from '../oracle/observed-state.ts';
import { isTerminating } from '../oracle/state/terminating.ts';

/**
 * Whether a write returned the last state of a terminating object because it removed its last finalizer. Nothing is
 * stored after that, and the version may be the previous one.
 */
export function isLastState({ source, content }: Observation): boolean {
  if (source !== 'write' || !isTerminating(content)) return false;
  const finalizers = at(content, 'metadata', 'finalizers');
  return !Array.isArray(finalizers) || finalizers.length === 0;
}
