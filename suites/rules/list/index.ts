import type { Rule } from '../rule.ts';

export const LIST_RULES: readonly Rule[] = [];
