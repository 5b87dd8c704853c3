import type { Rule } from '../rule.ts';

export const SELECTOR_RULES: readonly Rule[] = [];
