import { RULES } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';

/** Every rule there is, in the order in which families are listed. */
export const JUDGED_RULES: readonly Rule[] = RULES;
