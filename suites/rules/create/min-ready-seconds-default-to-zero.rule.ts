import { judgeDefaults } from '../../checks/create/filled-defaults.ts';
import type { Rule } from '../rule.ts';
import { createsWithDefault, defaultCases } from './default-cases.ts';

const PATH = ['spec', 'minReadySeconds'];

export const rule: Rule = {
  id: 'create/min-ready-seconds-default-to-zero',
  level: 'must',
  title: 'A deployment that was sent without minReadySeconds shows 0 or leaves it out.',
  cites: ['deployment-spec.min-ready-seconds.1'],
  operations: createsWithDefault(PATH),
  cases: (operation) => defaultCases(operation, PATH, [0, 5]),
  check: (history, context) => judgeDefaults(history, context, () => [PATH], { zeroMayBeAbsent: true }),
};
