import { deletions } from '../../checks/delete/deletes.ts';
import { inTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { responseOf, brokeDown, succeeded, turnedDown, held, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { DELETES } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/takes-the-pretty-parameter',
  level: 'must',
  impact: 'form',
  title: 'A delete accepts the parameter pretty, and has the same effect with it as without.',
  cites: ['parameters.delete.pretty'],
  operations: DELETES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn('true', 'false').map((pretty) => [
      on.create(minimalObject(on.maker, '{{a}}')),
      on.remove('{{a}}', { query: { pretty } }),
      on.get('{{a}}'),
    ]);
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  for (const { exchange } of deletions(history)) {
    const { query } = exchange.request;
    const pretty = query.get('pretty');
    if (query.size !== 1 || (pretty !== 'true' && pretty !== 'false')) continue;
    if (turnedDown(exchange) || brokeDown(exchange))
      yield violated(exchange, `success, with pretty=${pretty}`, responseOf(exchange), 'refused with pretty');
    else if (succeeded(exchange)) yield held(exchange, pretty);
  }
}
