import { RULES } from './index.ts';
import type { Rule } from './rule.ts';

const LEVELS = new Map(RULES.map(({ id, level }) => [id as string, level]));

/** The level of the rule with that id. */
export function levelOf(rule: string): Rule['level'] {
  return LEVELS.get(rule) ?? 'must';
}
