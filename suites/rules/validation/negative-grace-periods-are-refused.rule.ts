import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { queryCounts } from '../../checks/delete/deletes.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { at } from '../../oracle/json.ts';
import { type Extra, fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { callsOf, observed, type ResourceCalled, sent, statusOf, keyCalled } from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';

/** The largest value of an int32. */
const MOST = 2 ** 31 - 1;

const BAD: readonly Extra[] = [
  { body: { gracePeriodSeconds: -1 } },
  { body: { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: -30 } },
  // Two values that wrap in 32 bits: to a negative number and to 0.
  { body: { gracePeriodSeconds: MOST + 1 } },
  { body: { gracePeriodSeconds: 2 * (MOST + 1) } },
  { body: {}, query: { gracePeriodSeconds: '-1' } },
  { body: {}, query: { gracePeriodSeconds: '2147483648' } },
  { body: {}, query: { gracePeriodSeconds: 'soon' } },
];

export const rule: Rule = {
  id: 'validation/negative-grace-periods-are-refused',
  level: 'must',
  negative: true,
  title:
    'A delete is refused and leaves the object as it is if its gracePeriodSeconds is negative or beyond int32, in the body or the query, or no number in the query.',
  cites: ['parameters.delete.grace-period-seconds.1', 'limits.grace-period-seconds'],
  operations: OPERATIONS.filter(({ verb }) => verb === 'delete'),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.constant([
      on.create(minimalObject(on.maker, '{{a}}')),
      ...BAD.flatMap((extra) => [on.remove('{{a}}', extra), on.get('{{a}}')]),
      on.list(),
    ]);
  },
  check,
  sweep: true,
};

function* check(history: History, context: CheckContext): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'delete')) {
    const fault = faultOf(exchange, context);
    if (fault === undefined) continue;
    const key = keyCalled(exchange);
    if (context.choices['delete.negative-grace'] === 'refused')
      yield* judgeRefusal(history, { exchange, key, what: `a delete with ${fault}`, shape: fault });
    else yield observed(exchange, `returns ${statusOf(exchange)}`);
  }
}

/** The defect of the grace period of a delete; `undefined` if it has none, or no grace period. */
function faultOf(exchange: ResourceCalled, { choices }: CheckContext): string | undefined {
  const inBody = at(sent(exchange), 'gracePeriodSeconds');
  const inQuery = exchange.request.query.get('gracePeriodSeconds') ?? '';
  const isLongFine = choices['parameters.int32'] === 'accepted';
  if (typeof inBody === 'number' && inBody < 0) return 'a negative grace period in the body';
  if (typeof inBody === 'number' && inBody > MOST && !isLongFine) return 'a grace period in the body beyond int32';
  if (/^-[1-9]\d*$/.test(inQuery)) return 'a negative grace period in the query';
  if (inQuery === '' || !queryCounts(exchange, choices)) return undefined;
  if (!/^-?\d+$/.test(inQuery)) return 'a grace period in the query that is no number';
  return Number(inQuery) > MOST && !isLongFine ? 'a grace period in the query beyond int32' : undefined;
}
