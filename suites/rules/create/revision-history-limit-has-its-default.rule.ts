import { judgeDefaults } from '../../checks/create/filled-defaults.ts';
import type { Rule } from '../rule.ts';
import { createsWithDefault, defaultCases } from './default-cases.ts';

const PATH = ['spec', 'revisionHistoryLimit'];

export const rule: Rule = {
  id: 'create/revision-history-limit-has-its-default',
  level: 'must',
  title: 'A deployment without revisionHistoryLimit has 2, and an explicit 0 stays 0.',
  cites: [
    'deployment-spec.revision-history-limit.2',
    'deployment-spec.revision-history-limit.3',
    'limits.revision-history-limit',
  ],
  operations: createsWithDefault(PATH),
  cases: (operation) => defaultCases(operation, PATH, [0, 2, 7]),
  check: (history, context) => judgeDefaults(history, context, () => [PATH]),
};
