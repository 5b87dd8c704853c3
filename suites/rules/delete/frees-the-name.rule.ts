import { constant } from 'fast-check';
import { responseOf, callsOf, sent, statusOf, succeeded } from '../../checks/responses.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { textAt } from '../../oracle/json.ts';
import type { ObjectKey, ObservedState } from '../../oracle/observed-state.ts';
import { keyOf, observedStateOf } from '../../oracle/observed-state.ts';
import type { ResourceCalled } from '../../checks/responses.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
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
    return constant([
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
    const { resource, namespace, name = '' } = deletion.call;
    const after = observed
      .writesTo(keyOf(resource, namespace, name))
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
