import { deletions } from '../../checks/delete/deletes.ts';
import { ownersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import { freshReadsOf } from '../../checks/fresh-reads.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { DELETION_OF_KIND, removes } from '../../oracle/state/writes.ts';
import { inTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { succeeded, observed } from '../judging.ts';
import { dependant, referenceTo } from '../reference-to.ts';
import type { Finding, History, Rule, Template } from '../rule.ts';
import { DELETES_IN_NAMESPACES } from './delete-cases.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';

/** Time for the garbage collector, in milliseconds. */
const COLLECT_MS = 500;

export const rule: Rule = {
  id: 'delete/what-becomes-of-dependants',
  level: 'silent',
  title:
    'This rule reports whether the dependants of an object that is deleted without orphaning are gone, are terminating or stay.',
  cites: ['semantics.6.2', 'parameters.delete.propagation-policy.1', 'parameters.delete.propagation-policy.3'],
  // Not every kind may own others; these kinds create dependants.
  operations: DELETES_IN_NAMESPACES.filter(
    (operation) => DELETION_OF_KIND[resourceOf(operation).kind] === 'after-dependants',
  ),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const owner: Template = { ...referenceTo(on.maker, '{{a}}', 'made'), blockOwnerDeletion: true };
    return inTurn<Template>({}, { propagationPolicy: 'Background' }, { propagationPolicy: 'Foreground' }).map(
      (body) => [
        on.create(minimalObject(on.maker, '{{a}}'), { as: 'made' }),
        on.create(dependant(on, '{{child}}', owner), { as: 'child' }),
        on.remove('{{a}}', { body }),
        on.get('{{child}}'),
        { do: 'pause', ms: COLLECT_MS },
        on.get('{{child}}'),
      ],
    );
  },
  check,
  least: 3,
};

function* check(history: History): Iterable<Finding> {
  const observedState = observedStateOf(history);
  for (const { exchange, before, options } of deletions(history)) {
    if (!succeeded(exchange) || before.uid === undefined || options.orphan !== undefined || options.policy === 'Orphan')
      continue;
    for (const key of observedState.keysNear(exchange.began)) {
      const child = observedState.lastObservation(key, exchange.began, true);
      const alone =
        child !== undefined && ownersOf(child.content).length === 1 && ownersOf(child.content)[0] === before.uid;
      const last = freshReadsOf(history, observedState, key).findLast((read) => read.exchange.began > exchange.ended);
      if (
        !alone ||
        last === undefined ||
        observedState
          .writesTo(key)
          .some((write) => write.exchange !== exchange && removes(write) && write.outcome !== 'refused')
      )
        continue;
      const state =
        last.seen === undefined ? 'are collected' : !isTerminating(last.seen.content) ? 'stay' : 'are being deleted';
      yield observed(exchange, `${options.given}: dependants ${state}`);
    }
  }
}
