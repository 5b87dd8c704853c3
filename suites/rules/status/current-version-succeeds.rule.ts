import { lockedWrites, mayBeConflict } from '../../checks/write/locks.ts';
import { statusOf } from '../../generators/statuses.ts';
import { fc, minimalObject, resourceOf, stepsOn, makeAndRead, operationsOf } from '../cases.ts';
import {
  forbidden,
  isBeyondLimit,
  responseOf,
  statusOf as codeOf,
  succeeded,
  turnedDown,
  held,
  observed,
  violated,
} from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { writeStatus } from './status-cases.ts';

export const rule: Rule = {
  id: 'status/current-version-succeeds',
  level: 'must',
  title: 'A PUT of the current version of /status by the only writer succeeds.',
  cites: ['semantics.2.2', 'endpoints.success-status'],
  operations: operationsOf(['replaceStatus']),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .tuple(statusOf(on.resource), statusOf(on.resource))
      .map(([first, second]) => [
        ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
        writeStatus(operation, on, first),
        on.get('{{a}}'),
        on.getStatus('{{a}}', { as: 'read' }),
        writeStatus(operation, on, second),
        on.get('{{a}}'),
      ]);
  },
  check,
};

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  for (const { exchange, state } of lockedWrites(history, 'replaceStatus')) {
    // A request under way at the end of the history may still succeed.
    if (state !== 'current' || exchange.end === undefined) continue;
    if (succeeded(exchange)) yield held(exchange, 'lone client');
    else if (choices['replace.lone-writer'] === 'may-be-refused' || forbidden(exchange) || isBeyondLimit(exchange))
      yield observed(exchange, `refused: ${codeOf(exchange)}`);
    // A controller's own status write makes the version stale for a moment.
    else if (turnedDown(exchange) && mayBeConflict(history, exchange))
      yield observed(exchange, 'refused, for another version came between');
    else if (codeOf(exchange) !== 409 && exchange.request.headers.get('x-plumbline-rule') !== rule.id)
      yield observed(exchange, `refused for what it carries, it may be: ${codeOf(exchange)}`);
    else
      yield violated(
        exchange,
        'success: the version is the current one, and nobody else writes',
        responseOf(exchange),
        `refused with ${codeOf(exchange)}`,
      );
  }
}
