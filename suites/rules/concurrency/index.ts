import type { Rule } from '../rule.ts';
import { rule as answersFitOneOrder } from './answers-fit-one-order.rule.ts';

export const CONCURRENCY_RULES: readonly Rule[] = [
  answersFitOneOrder,
];
