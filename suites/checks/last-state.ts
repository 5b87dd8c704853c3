import { at, textAt } from '../oracle/json.ts';
import type { Observation } from '../oracle/observed-state.ts';

/**
 * Whether a write answered the last state of an object: it took away what held an object back that was being deleted. Nothing is stored then, and
 * the version may be the one from before.
 */
export function isLastState({ source, content }: Observation): boolean {
  if (source !== 'write' || textAt(content, 'metadata', 'deletionTimestamp') === undefined) return false;
  const finalizers = at(content, 'metadata', 'finalizers');
  return !Array.isArray(finalizers) || finalizers.length === 0;
}
