import { at, textAt } from '../../oracle/json.ts';
import type { Observation } from '../../oracle/observed-state.ts';
import type { Json } from '../rule.ts';

/** Whether a deployment reports that it made no progress within its deadline. */
export function hasExceeded({ content }: Observation): boolean {
  const conditions = at(content, 'status', 'conditions');
  return (
    Array.isArray(conditions) &&
    (conditions as readonly Json[]).some((condition) => textAt(condition, 'reason') === 'ProgressDeadlineExceeded')
  );
}

export function isPaused({ content }: Observation): boolean {
  return at(content, 'spec', 'paused') === true;
}
