import { judgeDefaults } from '../../checks/create/filled-defaults.ts';
import type { Rule } from '../rule.ts';
import { createsWithDefault, defaultCases } from './default-cases.ts';

const PATH = ['spec', 'strategy', 'type'];

export const rule: Rule = {
  id: 'create/strategy-type-has-its-default',
  level: 'must',
  title: 'A deployment that names no strategy type has RollingUpdate.',
  cites: ['deployment-strategy.type.2'],
  operations: createsWithDefault(PATH),
  cases: (operation) => defaultCases(operation, PATH, ['Recreate', 'RollingUpdate']),
  check: (history, context) => judgeDefaults(history, context, () => [PATH]),
};
