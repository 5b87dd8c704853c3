import * as fc from 'fast-check';
import { judgeDefaults } from '../../checks/filled-defaults.ts';
import type { Rule } from '../rule.ts';
import { resourceOf } from '../steps.ts';
import { defaultCases, inPodSpec, POD_CREATES } from './default-cases.ts';

const patternsOf = inPodSpec(['containers', '*', 'terminationMessagePolicy']);

export const rule: Rule = {
  id: 'create/termination-message-policy-has-its-default',
  level: 'must',
  title: 'A container that names no terminationMessagePolicy has File.',
  cites: ['container.termination-message-policy.2'],
  operations: POD_CREATES,
  cases: (operation) => fc.constantFrom(...patternsOf(resourceOf(operation))).chain((pattern) => defaultCases(operation, pattern, ['FallbackToLogsOnError', 'File'])),
  check: (history, context) => judgeDefaults(history, context, patternsOf),
};
