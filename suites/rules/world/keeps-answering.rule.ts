import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { lapseOf } from '../../oracle/exchanges/lapse.ts';
import { fc, minimalObject, exercise, resourceOf, stepsOn } from '../cases.ts';
import { responseOf, statusOf, held, violated } from '../judging.ts';
import type { Finding, History, Operation, Program, Rule } from '../rule.ts';

/**
 * The engine watches every request of a run for this rule (`engine/vitals`): a case of any rule with an unanswered
 * request counts as a case of this rule. Its own cases are plain calls.
 */
export const rule: Rule = {
  id: 'world/keeps-answering',
  level: 'must',
  impact: 'data',
  title: 'The server responds to every request: it neither hangs, nor stops, nor drops the connection.',
  cites: ['what-the-service-does.1', 'errors.1'],
  needs: [],
  operations: OPERATIONS,
  cases: (operation) => fc.constant(plainCall(operation)),
  check,
  least: 1,
};

function plainCall(operation: Operation): Program {
  if (!operation.verb.startsWith('watch')) return exercise(operation);
  const on = stepsOn(resourceOf(operation));
  const query = { query: { timeoutSeconds: '1' } };
  const watch =
    operation.verb === 'watch'
      ? on.watch('w', '{{a}}', query)
      : operation.verb === 'watchAll'
        ? on.watchAll('w', query)
        : on.watchList('w', query);
  return [
    on.create(minimalObject(on.maker, '{{a}}')),
    watch,
    { do: 'await', watch: 'w', until: { object: '{{a}}' }, within: 300 },
  ];
}

/**
 * A recording does not say how long its client was ready to wait, nor whether the server was meant to run. So in a
 * recording only a dropped connection counts.
 */
function* check(history: History): Iterable<Finding> {
  for (const exchange of history.exchanges) {
    if (exchange.call === undefined || exchange.end === undefined) continue;
    const lapse = lapseOf(exchange);
    if (lapse === 'dropped') yield violated(exchange, 'a response', responseOf(exchange), 'the connection is dropped');
    else if (lapse === undefined && exchange.response !== undefined)
      yield held(exchange, `returns ${Math.floor(statusOf(exchange) / 100)}xx`);
  }
}
