import { RULES } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';

/** All rules, in the order in which families are listed. */
export const JUDGED_RULES: readonly Rule[] = RULES;

const LEVELS = new Map(JUDGED_RULES.map(({ id, level }) => [id as string, level]));

/** The level of the rule with that id. */
export function levelOf(rule: string): Rule['level'] {
  return LEVELS.get(rule) ?? 'must';
}
