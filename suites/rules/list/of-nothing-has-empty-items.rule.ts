import { answered, callsOf } from '../../checks/answers.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import { inTurn } from '../../generators/in-turn.ts';
import type { History } from '../../oracle/history.ts';
import { at } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { listBy, LISTS } from './list-operations.ts';

export const rule: Rule = {
  id: 'list/of-nothing-has-empty-items',
  level: 'must',
  title: 'The items of a list are a JSON array, also where nothing is there or nothing is selected.',
  cites: ['list-payload.4'],
  operations: LISTS,
  needs: [],
  cases: (operation) => inTurn({}, { query: { labelSelector: 'plumbline-none=selected' } }).map((extra) => [listBy(operation, stepsOn(resourceOf(operation), 'ns2'), extra)]),
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'list', 'listAll')) {
    const answer = answered(exchange);
    if (answer === undefined) continue;
    const items = at(answer, 'items');
    if (Array.isArray(items)) yield held(exchange, items.length === 0 ? 'empty' : 'with items');
    else yield violated(exchange, 'items, an array', show(items), 'items');
  }
}
