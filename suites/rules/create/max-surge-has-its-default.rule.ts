import { judgeDefaults } from '../../checks/filled-defaults.ts';
import type { Rule } from '../rule.ts';
import { createsWithDefault, defaultCases } from './default-cases.ts';

const PATH = ['spec', 'strategy', 'rollingUpdate', 'maxSurge'];

export const rule: Rule = {
  id: 'create/max-surge-has-its-default',
  level: 'must',
  title: 'A rolling update that names no maxSurge has 25%.',
  cites: ['rolling-update-deployment.max-surge.1', 'limits.1'],
  operations: createsWithDefault(PATH),
  cases: (operation) => defaultCases(operation, PATH, ['10%', 3, '25%']),
  check: (history, context) => judgeDefaults(history, context, () => [PATH]),
};
