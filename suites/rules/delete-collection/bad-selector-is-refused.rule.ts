import { membersOf } from '../../checks/delete/collection-deletes.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { parseLabelSelector } from '../../oracle/objects/label-selector.ts';
import { eachInTurn, inTurn, resourceOf, stepsOn, OWN_OBJECTS } from '../cases.ts';
import { callsOf } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { COLLECTION_DELETES, selectingAlone, selectingBy } from './collection-cases.ts';

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
    const resource = resourceOf(operation);
    const beside = inTurn(...MALFORMED).map((text) =>
      selectingBy(stepsOn(resource), { labelSelector: `${OWN_OBJECTS.labelSelector},${text}` }),
    );
    return eachInTurn(
      beside,
      inTurn(...MALFORMED).map((labelSelector) => selectingAlone(resource, { labelSelector })),
    );
  },
  check,
  least: 4,
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
