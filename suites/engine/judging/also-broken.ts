import { admissible } from './admissible.ts';
import type { CheckContext } from '../../checks/finding.ts';
import { historyOf } from '../../oracle/history-of.ts';
import type { Rule } from '../../rules/rule.ts';
import type { BrokenCase } from './broken-case.ts';
import { JUDGED_RULES } from '../judged-rules.ts';

/**
 * The ids of the other must-rules that a broken case breaks too. The case is the smallest that breaks its rule, so a rule that is always broken
 * beside it is likely to name the cause:
 *
 *     concurrency/answers-fit-one-order, broken by a PUT with a replaced version   ->   ['replace/stale-version-is-refused']
 */
export function alsoBroken(
  rule: Pick<Rule, 'id'>,
  { lines }: Pick<BrokenCase, 'lines'>,
  context: CheckContext,
): string[] {
  const history = admissible(historyOf(lines), context.choices);
  const others = JUDGED_RULES.filter(({ id, level }) => id !== rule.id && level === 'must');
  return others.filter(({ check }) => isBroken(check(history, context))).map(({ id }) => id);
}

/** A violation that rests on the time waited counts only once it has come again, so it says nothing here. */
function isBroken(findings: ReturnType<Rule['check']>): boolean {
  for (const finding of findings) if (finding.outcome === 'violated' && finding.restsOnTime !== true) return true;
  return false;
}
