import { judgeSuccessStatus } from '../../checks/write/success-status.ts';
import { fc, exercise, operationsOf } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'replace/success-is-answered-200',
  level: 'must',
  impact: 'form',
  title: 'A PUT of an existing object returns 200.',
  cites: ['endpoints.success-status', 'errors.1'],
  operations: operationsOf(['replace', 'replaceStatus']),
  cases: (operation) => fc.constant(exercise(operation)),
  check,
  least: 1,
};

/** A PUT that creates an object is in effect a create; some dialects return 201 for it. */
function* check(history: History): Iterable<Finding> {
  for (const finding of judgeSuccessStatus(history, 'replace', 'replaceStatus')) {
    if (
      finding.outcome === 'held' ||
      history.exchanges.find(({ id }) => id === finding.exchange)?.response?.status !== 201
    )
      yield finding;
  }
}
