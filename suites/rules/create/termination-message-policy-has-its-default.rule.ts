import { judgeDefaults } from '../../checks/create/filled-defaults.ts';
import { inTurn, resourceOf } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { containerAt, defaultCases, inPodSpec, POD_CREATES } from './default-cases.ts';

const patternsOf = inPodSpec(
  ['containers', '*', 'terminationMessagePolicy'],
  ['initContainers', '*', 'terminationMessagePolicy'],
);

export const rule: Rule = {
  id: 'create/termination-message-policy-has-its-default',
  level: 'must',
  title: 'A container that names no terminationMessagePolicy has File.',
  cites: ['container.termination-message-policy.2'],
  operations: POD_CREATES,
  cases: (operation) =>
    inTurn(...patternsOf(resourceOf(operation))).chain((pattern) =>
      defaultCases(operation, pattern, ['FallbackToLogsOnError', 'File'], containerAt(pattern)),
    ),
  check: (history, context) => judgeDefaults(history, context, patternsOf),
};
