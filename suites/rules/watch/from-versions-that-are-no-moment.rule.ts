import { textAt } from '../../oracle/json.ts';
import { fc, OWN_OBJECTS } from '../cases.ts';
import { observed, statusOf } from '../judging.ts';
import type { Exchange, Finding, History, Rule } from '../rule.ts';
import { COLLECTIONS, changeOnce, made, watchBy } from './watch-steps.ts';

/**
 * Versions whose meaning for watches the document leaves open: the one that lists read as "any", and one that no
 * object has had.
 */
const ZERO = '0';
const FUTURE = '1000000000';

export const rule: Rule = {
  id: 'watch/from-versions-that-are-no-moment',
  level: 'silent',
  title: 'This rule reports with which events a watch from version 0, or from a future version, begins.',
  cites: ['events.4.2'],
  operations: COLLECTIONS,
  needs: ['create', 'patch'],
  cases: (operation) =>
    fc.constant([
      ...made(operation, ['a']),
      watchBy(operation, 'zero', { ...OWN_OBJECTS, resourceVersion: ZERO }),
      watchBy(operation, 'future', { ...OWN_OBJECTS, resourceVersion: FUTURE }),
      ...changeOnce(operation),
      { do: 'await', watch: 'zero', until: { events: 2 }, within: 200 },
    ]),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of history.exchanges) {
    const version = exchange.request.query.get('resourceVersion');
    if (exchange.call?.watching !== true || (version !== ZERO && version !== FUTURE)) continue;
    yield observed(exchange, `${version === ZERO ? 'from 0' : 'from the future'}: ${whatCame(exchange)}`);
  }
}

function whatCame(exchange: Exchange): string {
  if (statusOf(exchange) !== 200) return `returned ${statusOf(exchange)}`;
  const [first] = exchange.events;
  if (first === undefined) return 'no event';
  if (textAt(first.object, 'kind') === 'Status') return `an event of type ${first.type} with a Status`;
  return first.type === 'ADDED' ? 'begins with the existing objects' : 'begins with the next change';
}
