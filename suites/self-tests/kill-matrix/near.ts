import { type Operation, operationById } from '../../../spec/surface/operations.ts';
import { seedFor } from '../../engine/amount.ts';
import type { Rule } from '../../rules/rule.ts';

/**
 * The one operation on which to judge a rule, given a failing operation: that one if the rule covers it, else one of
 * the same resource, else any. The choice among equals depends on the name, so a column of the matrix is spread over
 * the kinds.
 */
export function nearest(rule: Rule, id: string | undefined, name: string): Operation {
  const wanted = id === undefined ? undefined : operationById(id);
  const own = rule.operations.find((operation) => operation.id === wanted?.id);
  if (own !== undefined) return own;
  const related = rule.operations.filter(({ resource }) => resource !== undefined && resource === wanted?.resource);
  const alike = related.filter(({ verb }) => verb === wanted?.verb);
  const [first, ...rest] =
    [alike, related, rule.operations.filter(({ tabulated }) => tabulated), rule.operations].find(
      ({ length }) => length > 0,
    ) ?? [];
  if (first === undefined) throw new RangeError(`rule '${rule.id}' covers no operation`);
  const among = [first, ...rest];
  return among[Math.abs(seedFor(1, rule.id, name)) % among.length] ?? first;
}
