import { otherWrites } from '../../checks/other-writes.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { exercise, fc, operationsOf, resourceOf, stepsOn } from '../cases.ts';
import { callsOf, held, isServerError, keyCalled, responseOf, statusOf, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';

const WRITES = ['create', 'replace', 'patch', 'replaceStatus', 'patchStatus', 'delete'] as const;

export const rule: Rule = {
  id: 'concurrency/no-race-breaks-the-server',
  level: 'should',
  impact: 'form',
  negative: true,
  title: 'Of several clients that write or delete one object in parallel, none gets a server error.',
  cites: ['what-the-service-does.1', 'errors.1', 'errors.6'],
  operations: operationsOf(WRITES, ({ namespaced }) => namespaced),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const program = exercise(operation);
    const write = program.slice(-1);
    const removal = [on.remove('{{a}}')];
    return fc
      .integer({ min: 2, max: 4 })
      .map((pairs) => [
        ...program.slice(0, -1),
        { do: 'together', branches: [write, ...Array.from({ length: pairs }, () => [write, removal]).flat()] },
        on.get('{{a}}'),
      ]);
  },
  check,
};

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  // In this dialect a 500 may refuse a request that needs another state.
  const mayBe500 = choices['errors.bad-input-status'] === 'may-be-500';
  for (const exchange of callsOf(history.exchanges, ...WRITES)) {
    const { verb } = exchange.call;
    if (!sentFor(exchange, rule.id) || exchange.response === undefined) continue;
    if (otherWrites(observed, keyCalled(exchange), exchange).length === 0) continue;
    if (!isServerError(exchange)) yield held(exchange, `${verb}: ${Math.floor(statusOf(exchange) / 100)}xx`);
    else if (!mayBe500 || statusOf(exchange) !== 500)
      yield violated(exchange, 'no server error, whoever else writes', responseOf(exchange), `a ${verb} in a race`);
  }
}
