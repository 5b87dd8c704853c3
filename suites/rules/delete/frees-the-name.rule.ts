import { textAt } from '../../oracle/json.ts';
import { keyOf, type ObjectKey, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import {
  callsOf,
  held,
  type ResourceCalled,
  responseOf,
  sent,
  statusOf,
  succeeded,
  violated,
  keyCalled,
} from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { DELETES_IN_NAMESPACES } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/frees-the-name',
  level: 'must',
  title: 'A deleted object frees its name: another object can be created under it at once.',
  cites: ['semantics.6.1', 'object-metadata.uid.1'],
  operations: DELETES_IN_NAMESPACES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const make = on.create(minimalObject(on.maker, '{{a}}'), { as: 'made' });
    return fc.constant([
      make,
      on.remove('{{a}}'),
      on.get('{{a}}'),
      make,
      on.get('{{a}}'),
      on.remove('{{a}}'),
      on.get('{{a}}'),
      make,
    ]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'create')) {
    const name = textAt(sent(exchange), 'metadata', 'name');
    if (name === undefined) continue;
    const key = keyOf(exchange.call.resource, exchange.call.namespace, name);
    const deletion = lastDeletion(history, observed, key, exchange);
    if (deletion === undefined || !observed.surelyGoneDuring(key, exchange)) continue;
    if (statusOf(exchange) === 409)
      yield violated(
        deletion,
        `${name} can be made again, for it is gone`,
        responseOf(exchange),
        'the name stays taken',
      );
  }
  for (const deletion of callsOf(history.exchanges, 'delete')) {
    const after = observed
      .writesTo(keyCalled(deletion))
      .find((write) => write.verb === 'create' && write.began > deletion.ended);
    if (succeeded(deletion) && after?.outcome === 'acknowledged') yield held(deletion, 'made again');
  }
}

function lastDeletion(
  history: History,
  observed: ObservedState,
  key: ObjectKey,
  before: ResourceCalled,
): ResourceCalled | undefined {
  const last = observed
    .writesTo(key)
    .findLast((write) => write.verb === 'delete' && write.outcome === 'acknowledged' && write.settled < before.began);
  return last === undefined
    ? undefined
    : callsOf(history.exchanges, 'delete').find((exchange) => exchange === last.exchange);
}
