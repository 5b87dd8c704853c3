import { judgeDefaults } from '../../checks/create/filled-defaults.ts';
import type { Rule } from '../rule.ts';
import { createsWithDefault, defaultCases } from './default-cases.ts';

const PATH = ['spec', 'suspend'];

export const rule: Rule = {
  id: 'create/suspend-defaults-to-false',
  level: 'must',
  title: 'A cron job that was sent without suspend shows suspend as false or leaves it out.',
  cites: ['cron-job-spec.suspend.2'],
  operations: createsWithDefault(PATH),
  cases: (operation) => defaultCases(operation, PATH, [true, false]),
  check: (history, context) => judgeDefaults(history, context, () => [PATH], { zeroMayBeAbsent: true }),
};
