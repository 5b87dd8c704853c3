import { constant } from 'fast-check';
import type { Finding } from '../../checks/finding.ts';
import { judgeSuccessStatus } from '../../checks/write/success-status.ts';
import type { History } from '../../oracle/history.ts';
import { exercise } from '../exercise.ts';
import { operationsOf } from '../operations-of.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'patch/success-is-answered-200',
  level: 'must',
  title: 'A successful PATCH returns 200.',
  cites: ['endpoints.success-status', 'errors.1'],
  operations: operationsOf(['patch', 'patchStatus']),
  cases: (operation) => constant(exercise(operation)),
  check: (history: History): Iterable<Finding> => judgeSuccessStatus(history, 'patch', 'patchStatus'),
  least: 1,
};
