import type { Rule } from '../rule.ts';
import { rule as answerHasKindAndVersionOfItsPath } from './answer-has-kind-and-version-of-its-path.rule.ts';
import { rule as keepsEveryFieldThatWasSent } from './keeps-every-field-that-was-sent.rule.ts';
import { rule as successHasTheStatedStatus } from './success-has-the-stated-status.rule.ts';

export const CREATE_RULES: readonly Rule[] = [
  answerHasKindAndVersionOfItsPath,
  keepsEveryFieldThatWasSent,
  successHasTheStatedStatus,
];
