import { admissible } from '../history/admissible.ts';
import type { CheckContext } from '../../../checks/finding.ts';
import { historyOf } from '../../../oracle/exchanges/history-of.ts';
import type { Rule } from '../../../rules/rule.ts';
import type { BrokenCase } from './broken-case.ts';
import { RULES } from '../../../rules/index.ts';

/**
 * The ids of the other must-rules that a failing case violates too. The case is minimal, so a rule that it always
 * violates as well probably names the cause:
 *
 *     concurrency/answers-fit-one-order, broken by a PUT with a replaced version   ->   ['replace/stale-version-is-refused']
 */
export function alsoBroken(
  rule: Pick<Rule, 'id'>,
  { lines }: Pick<BrokenCase, 'lines'>,
  context: CheckContext,
): string[] {
  const history = historyOf(lines);
  const others = RULES.filter(({ id, level }) => id !== rule.id && level === 'must');
  return others
    .filter((other) => isBroken(other.check(admissible(history, context.choices, other), context)))
    .map(({ id }) => id);
}

/** A violation that rests on elapsed time only counts once it recurs, so it is ignored here. */
function isBroken(findings: ReturnType<Rule['check']>): boolean {
  for (const finding of findings) if (finding.outcome === 'violated' && finding.restsOnTime !== true) return true;
  return false;
}
