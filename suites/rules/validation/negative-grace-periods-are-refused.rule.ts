import { OPERATIONS } from '../../../spec/surface/operations.ts';
import type { ResourceCalled } from '../../checks/answers.ts';
import { callsOf, sent, statusOf } from '../../checks/answers.ts';
import type { CheckContext, Finding } from '../../checks/finding.ts';
import { observed } from '../../checks/findings.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { inTurn } from '../../generators/in-turn.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { at } from '../../oracle/json.ts';
import { keyOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
import type { Extra } from '../steps.ts';
import { resourceOf, stepsOn } from '../steps.ts';

const NEGATIVE: readonly Extra[] = [
  { body: { gracePeriodSeconds: -1 } },
  { body: { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: -30 } },
  { body: {}, query: { gracePeriodSeconds: '-1' } },
];

export const rule: Rule = {
  id: 'validation/negative-grace-periods-are-refused',
  level: 'must',
  negative: true,
  title:
    'A delete with a negative gracePeriodSeconds is refused, in the body as in the query, and the object stays as it is.',
  cites: ['parameters.delete.grace-period-seconds.1', 'limits.grace-period-seconds'],
  operations: OPERATIONS.filter(({ verb }) => verb === 'delete'),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn(...NEGATIVE).map((extra) => [
      on.create(minimalObject(on.maker, '{{a}}')),
      on.remove('{{a}}', extra),
      on.get('{{a}}'),
      on.list(),
    ]);
  },
  check,
  least: 3,
};

function* check(history: History, context: CheckContext): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'delete').filter(isNegative)) {
    const key = keyOf(exchange.call.resource, exchange.call.namespace, exchange.call.name ?? '');
    const shape = `a negative grace period in the ${exchange.request.query.has('gracePeriodSeconds') ? 'query' : 'body'}`;
    if (context.answers['delete.negative-grace'] === 'refused')
      yield* judgeRefusal(history, { exchange, key, what: `a delete with ${shape}`, shape });
    else yield observed(exchange, `answers ${statusOf(exchange)}`);
  }
}

function isNegative(exchange: ResourceCalled): boolean {
  const inBody = at(sent(exchange), 'gracePeriodSeconds');
  const inQuery = /^-[1-9]\d*$/.test(exchange.request.query.get('gracePeriodSeconds') ?? '');
  return inQuery || (typeof inBody === 'number' && inBody < 0);
}
