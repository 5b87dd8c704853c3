import { freshReadsAfter } from '../../checks/fresh-reads.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { inTurn, minimalObject, operationsOf, resourceOf, stepsOn, OWN_OBJECTS } from '../cases.ts';
import { callsOf, sent, succeeded, held, violated, keyCalled } from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'replace/of-an-absent-object-acts-or-leaves-no-trace',
  level: 'must',
  title: 'A PUT of an absent object either creates it, so that reads show it, or is refused and leaves no trace.',
  cites: ['semantics.1.1', 'what-the-service-does.1'],
  operations: operationsOf(['replace']),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const put = on.replace('{{a}}', minimalObject(on.resource, '{{a}}'));
    const never = [
      on.create(minimalObject(on.maker, '{{b}}')),
      on.get('{{b}}'),
      on.get('{{a}}'),
      put,
      on.get('{{a}}'),
      on.list({ query: OWN_OBJECTS }),
      on.remove('{{a}}'),
    ];
    const once = [
      on.create(minimalObject(on.maker, '{{a}}'), { as: 'made' }),
      on.get('{{a}}', { as: 'read' }),
      on.remove('{{a}}'),
      on.get('{{a}}'),
      on.replace('{{a}}', { $from: 'read' }),
      on.get('{{a}}'),
      on.list({ query: OWN_OBJECTS }),
      on.remove('{{a}}'),
    ];
    return inTurn(never, once);
  },
  check,
  least: 3,
};

function* check(history: History, context: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'replace')) {
    const { name = '' } = exchange.call;
    const key = keyCalled(exchange);
    if (!observed.surelyGone(key, exchange.began)) continue;
    const shape = textAt(sent(exchange), 'metadata', 'uid') === undefined ? 'never made' : 'deleted before';
    if (!succeeded(exchange) || context.choices['replace.absent-object'] === 'refused') {
      yield* judgeRefusal(history, { exchange, key, what: `a PUT of ${name}, which is not there,`, shape });
      continue;
    }
    const [read] = freshReadsAfter(history, observed, key, exchange);
    if (read === undefined) continue;
    if (read.seen === undefined)
      yield violated(
        exchange,
        `${name} is there, for the PUT was acknowledged`,
        `nothing in ${read.where}`,
        `acknowledged and not stored: ${shape}`,
      );
    else yield held(exchange, `made: ${shape}`);
  }
}
