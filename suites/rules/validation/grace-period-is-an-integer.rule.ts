import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { isUnheeded } from '../../checks/delete/deletes.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { at } from '../../oracle/json.ts';
import { type Extra, fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { DELETES } from '../delete/delete-cases.ts';
import { callsOf, type ResourceCalled, sent, keyCalled } from '../judging.ts';
import type { CheckContext, Finding, History, Json, Rule, Template } from '../rule.ts';

/** Values that no server reads as an integer; texts of digits are left out, because some servers do. */
const NO_INTEGERS: readonly Template[] = ['soon', 1.5, true, {}, [0]];

const WRONG: readonly Extra[] = [
  ...NO_INTEGERS.map((gracePeriodSeconds): Extra => ({ body: { gracePeriodSeconds } })),
  { text: '', contentType: '', query: { gracePeriodSeconds: 'soon' } },
  { body: { gracePeriodSeconds: 'soon' }, contentType: YAML_TYPE },
];

export const rule: Rule = {
  id: 'validation/grace-period-is-an-integer',
  level: 'must',
  negative: true,
  title:
    'A delete whose gracePeriodSeconds is a fraction, a string that is no number, a boolean, an object or a list is refused and deletes nothing.',
  cites: ['parameters.delete.grace-period-seconds.1', 'limits.grace-period-seconds'],
  operations: DELETES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.constant([
      on.create(minimalObject(on.maker, '{{a}}')),
      ...WRONG.flatMap((extra) => [on.remove('{{a}}', extra), on.get('{{a}}')]),
      on.list(),
    ]);
  },
  check,
  sweep: true,
};

function* check(history: History, context: CheckContext): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'delete').filter(isNoInteger)) {
    if (isUnheeded(exchange, context)) continue;
    const key = keyCalled(exchange);
    const shape = `a grace period that is no integer in the ${isWord(exchange) ? 'query' : 'body'}`;
    yield* judgeRefusal(history, { exchange, key, what: `a delete with ${shape}`, shape });
  }
}

function isNoInteger(exchange: ResourceCalled): boolean {
  const inBody = at(sent(exchange), 'gracePeriodSeconds');
  return isNoIntegerIn(inBody) || isWord(exchange);
}

function isNoIntegerIn(value: Json | undefined): boolean {
  if (typeof value === 'string') return isNoNumber(value);
  return typeof value === 'number' ? !Number.isInteger(value) : typeof value === 'boolean' || isNested(value);
}

/** Whether the query has a word. A server may ignore the query if there is a body. */
function isWord({ request }: ResourceCalled): boolean {
  return request.body === undefined && isNoNumber(request.query.get('gracePeriodSeconds') ?? '');
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

function isNoNumber(text: string): boolean {
  return /^[a-z]+$/i.test(text);
}
