import type { Rule } from '../rule.ts';

export const DELETE_RULES: readonly Rule[] = [];
