import type { Rule } from '../rule.ts';

export const GET_RULES: readonly Rule[] = [];
