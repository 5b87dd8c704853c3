import { membersOf } from '../../checks/delete/collection-deletes.ts';
import { freshReadsAfter } from '../../checks/fresh-reads.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { eachInTurn, inTurn, resourceOf, stepsOn, OWN_OBJECTS } from '../cases.ts';
import { callsOf, statusOf, held, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { COLLECTION_DELETES, selectingAlone, selectingBy } from './collection-cases.ts';

/**
 * Selectors of fields that no object has, and texts that are no field selectors: no object matches them, whether a
 * server refuses them or not.
 */
const UNKNOWN: ReadonlySet<string> = new Set([
  'metadata.plumbline-nosuch=x',
  'spec.plumbline-nosuch=x',
  'plumbline-nosuch==x',
  'status.plumbline-nosuch=x',
  'metadata.name',
  'plumbline-nosuch',
]);

export const rule: Rule = {
  id: 'delete-collection/unknown-fields-select-nothing',
  level: 'must',
  negative: true,
  title: 'A collection delete whose field selector cannot be evaluated removes nothing, whether it is refused or not.',
  cites: ['rules.4', 'parameters.list.field-selector'],
  operations: COLLECTION_DELETES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const resource = resourceOf(operation);
    const beside = inTurn(...UNKNOWN).map((fieldSelector) =>
      selectingBy(stepsOn(resource), { labelSelector: OWN_OBJECTS.labelSelector, fieldSelector }),
    );
    return eachInTurn(
      beside,
      inTurn(...UNKNOWN).map((fieldSelector) => selectingAlone(resource, { fieldSelector })),
    );
  },
  check,
  least: 4,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'deleteCollection')) {
    const text = exchange.request.query.get('fieldSelector') ?? '';
    if (!UNKNOWN.has(text) || statusOf(exchange) === 0) continue;
    for (const { key, before } of membersOf(history, exchange)) {
      for (const { seen, where } of freshReadsAfter(history, observed, key, exchange)) {
        if (seen?.uid === before.uid) yield held(exchange, text);
        else
          yield violated(
            exchange,
            `${key.name} is left, for it has no such field`,
            `nothing in ${where}`,
            'a field selector that cannot be evaluated selects all',
          );
      }
    }
  }
}
