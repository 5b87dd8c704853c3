import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { inTurn, exercise } from '../cases.ts';
import { responseOf, callsOf, rejected, succeeded, held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';

const NO_NUMBERS = ['abc', '1.5', 'NaN', '1e3', '0x10', ' '];

export const rule: Rule = {
  id: 'validation/numbers-in-parameters-are-read',
  level: 'should',
  negative: true,
  title: 'A list whose timeoutSeconds is no integer is refused.',
  cites: ['limits.timeout-seconds', 'parameters.list.timeout-seconds'],
  operations: OPERATIONS.filter(({ verb }) => verb === 'list' || verb === 'listAll'),
  needs: [],
  cases: (operation) =>
    inTurn(...NO_NUMBERS).map((timeoutSeconds) => exercise(operation, { query: { timeoutSeconds } }).slice(-1)),
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'list', 'listAll')) {
    const value = exchange.request.query.get('timeoutSeconds');
    if (value === null || value === '' || /^[-+]?\d+$/.test(value)) continue;
    if (succeeded(exchange))
      yield violated(exchange, `a refusal of timeoutSeconds ${show(value)}`, responseOf(exchange), 'accepted');
    else if (rejected(exchange)) yield held(exchange, show(value));
  }
}
