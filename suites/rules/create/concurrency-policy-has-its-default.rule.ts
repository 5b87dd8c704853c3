import { judgeDefaults } from '../../checks/create/filled-defaults.ts';
import type { Rule } from '../rule.ts';
import { createsWithDefault, defaultCases } from './default-cases.ts';

const PATH = ['spec', 'concurrencyPolicy'];

export const rule: Rule = {
  id: 'create/concurrency-policy-has-its-default',
  level: 'must',
  title: 'A cron job that names no concurrencyPolicy has Allow.',
  cites: ['cron-job-spec.concurrency-policy.2'],
  operations: createsWithDefault(PATH),
  cases: (operation) => defaultCases(operation, PATH, ['Forbid', 'Replace', 'Allow']),
  check: (history, context) => judgeDefaults(history, context, () => [PATH]),
};
