import { membersOf } from '../../checks/delete/collection-deletes.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { parseLabelSelector } from '../../oracle/objects/label-selector.ts';
import { inTurn, minimalObject, AT_ONCE, resourceOf, stepsOn, OWN_OBJECTS } from '../cases.ts';
import { callsOf } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { COLLECTION_DELETES } from './collection-cases.ts';

const MALFORMED = ['a in (x', 'a in x', '=x', 'a=b=c', 'in (x)', 'a notin', '!'] as const;

export const rule: Rule = {
  id: 'delete-collection/bad-selector-is-refused',
  level: 'must',
  negative: true,
  title: 'A collection delete with a label selector that cannot be read is refused and removes nothing.',
  cites: ['rules.4', 'parameters.list.label-selector'],
  operations: COLLECTION_DELETES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn(...MALFORMED).map((text) => [
      on.create(minimalObject(on.maker, '{{a}}')),
      on.create(minimalObject(on.maker, '{{b}}')),
      on.removeAll({ body: AT_ONCE, query: { labelSelector: `${OWN_OBJECTS.labelSelector},${text}` } }),
      on.get('{{a}}'),
      on.get('{{b}}'),
      on.list(),
    ]);
  },
  check,
  least: 3,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'deleteCollection')) {
    const text = exchange.request.query.get('labelSelector') ?? '';
    if (parseLabelSelector(text) !== undefined) continue;
    for (const { key } of membersOf(history, exchange)) {
      yield* judgeRefusal(history, {
        exchange,
        key,
        what: `a collection delete with labelSelector ${JSON.stringify(text)}`,
        shape: 'cannot be read',
      });
    }
  }
}
