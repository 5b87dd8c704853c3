import { judgeSuccessStatus } from '../../checks/write/success-status.ts';
import { fc, exercise, operationsOf } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'patch/success-is-answered-200',
  level: 'must',
  impact: 'form',
  title: 'A successful PATCH returns 200.',
  cites: ['endpoints.success-status', 'errors.1'],
  operations: operationsOf(['patch', 'patchStatus']),
  cases: (operation) => fc.constant(exercise(operation)),
  check: (history: History): Iterable<Finding> => judgeSuccessStatus(history, 'patch', 'patchStatus'),
  least: 1,
};
