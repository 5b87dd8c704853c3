import type { Rule } from '../rule.ts';

export const VALIDATION_RULES: readonly Rule[] = [];
