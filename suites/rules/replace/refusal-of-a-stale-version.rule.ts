import { lockedWrites } from '../../checks/write/locks.ts';
import { distinctChange } from '../../generators/changes.ts';
import { at, textAt } from '../../oracle/json.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn, edited, makeAndRead } from '../cases.ts';
import { responseOf, rejected, statusOf, observed, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'replace/refusal-of-a-stale-version',
  level: 'silent',
  negative: true,
  title:
    'This rule reports the status and reason of the refusal of a stale PUT; a dialect can require a Status with both.',
  cites: ['errors.6'],
  operations: operationsOf(['replace']),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.constant([
      ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
      on.patch('{{a}}', { metadata: { annotations: { between: '1' } } }),
      on.get('{{a}}'),
      on.replace('{{a}}', edited('read', distinctChange(on.resource, 'stale'))),
    ]);
  },
  check,
  least: 1,
};

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  for (const { exchange, state } of lockedWrites(history, 'replace')) {
    if (state !== 'stale' || !rejected(exchange)) continue;
    const body = exchange.response?.body?.value;
    const isStatus =
      textAt(body, 'kind') === 'Status' &&
      textAt(body, 'reason') !== undefined &&
      at(body, 'code') === statusOf(exchange);
    if (!isStatus && choices['errors.body'] === 'status')
      yield violated(
        exchange,
        `a Status with reason and code ${statusOf(exchange)}`,
        responseOf(exchange),
        'no such Status',
      );
    else yield observed(exchange, `${statusOf(exchange)} ${textAt(body, 'reason') ?? 'without a reason'}`);
  }
}
