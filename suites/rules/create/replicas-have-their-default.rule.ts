import { judgeDefaults } from '../../checks/create/filled-defaults.ts';
import type { Rule } from '../rule.ts';
import { createsWithDefault, defaultCases } from './default-cases.ts';

const PATH = ['spec', 'replicas'];

export const rule: Rule = {
  id: 'create/replicas-have-their-default',
  level: 'must',
  title: 'A deployment that leaves out replicas has 1, and an explicit 0 stays 0.',
  cites: ['deployment-spec.replicas.1', 'deployment-spec.replicas.2'],
  operations: createsWithDefault(PATH),
  cases: (operation) => defaultCases(operation, PATH, [0, 1, 2]),
  check: (history, context) => judgeDefaults(history, context, () => [PATH]),
};
