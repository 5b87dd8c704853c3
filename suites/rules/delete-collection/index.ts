import type { Rule } from '../rule.ts';

export const DELETE_COLLECTION_RULES: readonly Rule[] = [];
