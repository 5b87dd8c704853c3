import { judgeDefaults } from '../../checks/create/filled-defaults.ts';
import { inTurn, resourceOf } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { defaultCases, inPodSpec, POD_CREATES } from './default-cases.ts';

const patternsOf = inPodSpec(['terminationGracePeriodSeconds']);

export const rule: Rule = {
  id: 'create/termination-grace-period-has-its-default',
  level: 'must',
  title: 'A pod spec without terminationGracePeriodSeconds has 30, and an explicit 0 stays 0.',
  cites: ['pod-spec.termination-grace-period-seconds.3', 'limits.termination-grace-period-seconds'],
  operations: POD_CREATES,
  cases: (operation) =>
    inTurn(...patternsOf(resourceOf(operation))).chain((pattern) => defaultCases(operation, pattern, [0, 1, 30, 3600])),
  check: (history, context) => judgeDefaults(history, context, patternsOf),
};
