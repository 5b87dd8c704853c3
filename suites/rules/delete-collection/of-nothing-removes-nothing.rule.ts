import { saysAbsent } from '../../oracle/exchanges/absence.ts';
import { collectionDeletes, membersOf } from '../../checks/delete/collection-deletes.ts';
import { freshReadsAfter } from '../../checks/fresh-reads.ts';
import { parseLabelSelector } from '../../oracle/objects/label-selector.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { inTurn, AT_ONCE, resourceOf, stepsOn, OWN_OBJECTS } from '../cases.ts';
import {
  callsOf,
  held,
  type ResourceCalled,
  responseOf,
  statusOf,
  succeeded,
  turnedDown,
  violated,
} from '../judging.ts';
import { makeNamespace, stepsInNew } from '../new-namespace.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { COLLECTION_DELETES, deleteBySelector } from './collection-cases.ts';

const SELECTING_NOTHING = [
  'none-such',
  'none-such=x',
  'none-such in (x,y)',
  'app=x,app=y',
  'app,!app',
  '!plumbline-case',
] as const;

export const rule: Rule = {
  id: 'delete-collection/of-nothing-removes-nothing',
  level: 'must',
  title: 'A collection delete succeeds and removes nothing if its selectors match nothing or the collection is empty.',
  cites: ['rules.4', 'parameters.list.label-selector'],
  operations: COLLECTION_DELETES,
  needs: ['create', 'get', 'list'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn(...SELECTING_NOTHING).map((labelSelector) => [
      ...deleteBySelector(on, [{ app: 'x' }, { app: 'y' }, {}], { labelSelector }),
      on.removeAll({ body: AT_ONCE, query: OWN_OBJECTS }),
      makeNamespace(),
      stepsInNew(on.resource).removeAll({ body: AT_ONCE }),
    ]);
  },
  check,
  least: 3,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const { exchange, matching, others } of collectionDeletes(history).filter(
    (each) => each.matching.length === 0,
  )) {
    for (const { key, before } of others) {
      for (const { seen, where } of freshReadsAfter(history, observed, key, exchange)) {
        if (seen?.uid === before.uid) yield held(exchange, `${matching.length} of ${others.length} matched`);
        else
          yield violated(
            exchange,
            `${key.name} is left, for nothing matches`,
            `nothing in ${where}`,
            'removes what does not match',
          );
      }
    }
  }
  const deletes = callsOf(history.exchanges, 'deleteCollection');
  for (const exchange of deletes) {
    const plain =
      parseLabelSelector(exchange.request.query.get('labelSelector') ?? '') !== undefined &&
      !exchange.request.query.has('fieldSelector');
    if (plain && !succeeded(exchange) && turnedDown(exchange))
      yield violated(
        exchange,
        'success: the selector is well-formed',
        responseOf(exchange),
        'a well-formed selector is refused',
      );
    // If other deletes of the same collection succeed, a 404 or 410 is not about the collection.
    if (
      plain &&
      saysAbsent(statusOf(exchange)) &&
      membersOf(history, exchange).length > 0 &&
      deletes.some((other) => succeeded(other) && isSamePlace(other, exchange))
    )
      yield violated(
        exchange,
        'success: there was nothing to remove',
        responseOf(exchange),
        'nothing is taken for an error',
      );
  }
}

function isSamePlace(one: ResourceCalled, other: ResourceCalled): boolean {
  return one.call.resource.id === other.call.resource.id && one.call.namespace === other.call.namespace;
}
