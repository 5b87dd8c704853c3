import { judgeDefaults } from '../../checks/create/filled-defaults.ts';
import { inTurn, resourceOf } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { containerAt, defaultCases, inPodSpec, POD_CREATES } from './default-cases.ts';

const patternsOf = inPodSpec(
  ['containers', '*', 'terminationMessagePath'],
  ['initContainers', '*', 'terminationMessagePath'],
);

export const rule: Rule = {
  id: 'create/termination-message-path-has-its-default',
  level: 'must',
  title: 'A container that names no terminationMessagePath has /dev/termination-log.',
  cites: ['container.termination-message-path.1'],
  operations: POD_CREATES,
  cases: (operation) =>
    inTurn(...patternsOf(resourceOf(operation))).chain((pattern) =>
      defaultCases(operation, pattern, ['/var/log/end', '/dev/termination-log'], containerAt(pattern)),
    ),
  check: (history, context) => judgeDefaults(history, context, patternsOf),
};
