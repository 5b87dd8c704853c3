import { resourceById } from '../../../spec/surface/resources.ts';
import { keyOf, observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, operationsOf, resourceOf } from '../cases.ts';
import {
  callsOf,
  held,
  refused,
  type ResourceCalled,
  responseOf,
  sent,
  statusOf,
  succeeded,
  violated,
  keyCalled,
} from '../judging.ts';
import { makeNamespace, stepsInNew } from '../new-namespace.ts';
import type { Finding, History, Rule } from '../rule.ts';

/** Pause before the same create is sent again, in milliseconds. */
const AGAIN_AFTER_MS = 300;

export const rule: Rule = {
  id: 'create/new-namespace-takes-objects',
  level: 'must',
  title: 'From the moment the create of a namespace is acknowledged, objects can be made in it.',
  cites: ['what-the-service-does.namespaces', 'parameters.path.namespace', 'errors.1'],
  // A pod may have to wait for objects that the system adds to each namespace, such as a service account.
  operations: operationsOf(['create'], ({ namespaced, kind }) => namespaced && kind !== 'Pod'),
  needs: [],
  cases: (operation) => {
    const on = stepsInNew(resourceOf(operation));
    const create = on.createHere(minimalObject(on.resource, '{{a}}'));
    return fc.constant([makeNamespace(), create, { do: 'pause', ms: AGAIN_AFTER_MS }, create]);
  },
  check,
  sweep: true,
};

/**
 * A refusal for lack of permission looks the same. The namespace is the reason only if the same create succeeds
 * later, and no earlier write may have made an object of that name.
 */
function* check(history: History): Iterable<Finding> {
  const creates = callsOf(history.exchanges, 'create');
  for (const create of creates) {
    if (!isInNewNamespace(history, create)) continue;
    if (succeeded(create)) yield held(create, 'taken at once');
    else if (
      refused(create) &&
      isFirst(history, create) &&
      (statusOf(create) === 404 || creates.some((later) => isTheSame(create, later) && succeeded(later)))
    )
      yield violated(
        create,
        `success: the namespace ${create.call.namespace} was made`,
        responseOf(create),
        `refused with ${statusOf(create)} in a new namespace`,
      );
  }
}

/** Whether the create is in a namespace that a client created and nobody deleted. */
function isInNewNamespace(history: History, { call, began, ended }: ResourceCalled): boolean {
  if (call.namespace === undefined) return false;
  const key = keyOf(resourceById('namespaces'), undefined, call.namespace);
  const observed = observedStateOf(history);
  const wasMade = observed.writesTo(key).some(({ verb, outcome }) => verb === 'create' && outcome === 'acknowledged');
  return wasMade && observed.surelyExists(key, began) && observed.surelyExists(key, ended);
}

/** Whether no earlier write names the object. */
function isFirst(history: History, create: ResourceCalled): boolean {
  return observedStateOf(history)
    .writesTo(keyCalled(create))
    .every(({ began }) => began >= create.began);
}

function isTheSame(one: ResourceCalled, other: ResourceCalled): boolean {
  return (
    one.ended < other.began &&
    one.request.target === other.request.target &&
    JSON.stringify(sent(one)) === JSON.stringify(sent(other))
  );
}
