import type { MeasuredFault } from '../../../shared/verdict-log/kill-matrix.ts';
import { operationName, OPERATIONS } from '../../../spec/surface/operations.ts';

/**
 * Id of the operation on which the rule that the fault names fails most surely: one on which it failed each time that
 * symptoms were measured, or else the one on which it failed once.
 */
export function whereItShows({ caughtBy, fires, symptoms }: MeasuredFault): string | undefined {
  const failed = symptoms?.[caughtBy]?.failed ?? [];
  const named = OPERATIONS.map(({ id }) => id).filter((id) => failed.includes(operationName(id)));
  const once = fires[caughtBy];
  return once !== undefined && named.some((id) => id === once) ? once : (named[0] ?? once);
}
