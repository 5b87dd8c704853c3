import { judgeDefaults } from '../../checks/create/filled-defaults.ts';
import type { Rule } from '../rule.ts';
import { createsWithDefault, defaultCases } from './default-cases.ts';

const PATH = ['spec', 'progressDeadlineSeconds'];

export const rule: Rule = {
  id: 'create/progress-deadline-has-its-default',
  level: 'must',
  title: 'A deployment without progressDeadlineSeconds has 600.',
  cites: ['deployment-spec.progress-deadline-seconds.1', 'limits.progress-deadline-seconds'],
  operations: createsWithDefault(PATH),
  cases: (operation) => defaultCases(operation, PATH, [60, 600]),
  check: (history, context) => judgeDefaults(history, context, () => [PATH]),
};
