import { resourceById } from '../../../spec/surface/resources.ts';
import { appearances } from '../../checks/create/creations.ts';
import { finalizersOf, ownersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import { inTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Rule, Template } from '../rule.ts';
import { release } from '../held-object.ts';
import { referenceTo } from '../reference-to.ts';
import { createAndRead, CREATES } from './create-and-read.ts';

/** Owned objects are of every kind; owners are of a kind that servers have no reason to refuse, unlike Event. */
const OWNER = stepsOn(resourceById('configmaps'));

/** Names of a client's own, so that no controller removes them. */
const FINALIZERS = ['example.com/hold', 'example.com/other'];

export const rule: Rule = {
  id: 'create/owner-references-are-kept',
  level: 'should',
  title: 'An object that is created with ownerReferences or finalizers shows them wherever it is shown.',
  cites: ['semantics.6.2', 'parameters.delete.propagation-policy.3', 'other-shapes.unshown-nested'],
  operations: CREATES.filter((operation) => resourceOf(operation).namespaced),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const [first, second] = [
      referenceTo(OWNER.resource, '{{b}}', 'first'),
      referenceTo(OWNER.resource, '{{c}}', 'second'),
    ];
    const controller = { ...first, controller: true, blockOwnerDeletion: true };
    // The tables have no PATCH of events, which removes the finalizers again.
    const held = on.resource.kind === 'Event' ? {} : { finalizers: FINALIZERS };
    return inTurn<readonly Template[]>([first, second], [controller, second]).map((ownerReferences) => [
      OWNER.create(minimalObject(OWNER.resource, '{{b}}'), { as: 'first' }),
      OWNER.create(minimalObject(OWNER.resource, '{{c}}'), { as: 'second' }),
      ...createAndRead(on, {
        ...minimalObject(on.resource, '{{a}}'),
        metadata: { name: '{{a}}', ownerReferences, ...held },
      }),
      ...('finalizers' in held ? [release(on, '{{a}}')] : []),
    ]);
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  for (const { creation, where, object } of appearances(history)) {
    const [asked, shown] = [ownersOf(creation.sent), ownersOf(object)];
    const lost = asked.find((uid) => uid !== undefined && !shown.includes(uid));
    const dropped = FINALIZERS.find(
      (name) => finalizersOf(creation.sent).includes(name) && !finalizersOf(object).includes(name),
    );
    if (dropped !== undefined)
      yield violated(
        creation.exchange,
        `the finalizer ${show(dropped)}, as it was sent`,
        `${show(finalizersOf(object))} ${where}`,
        'a finalizer is lost',
      );
    if (asked.length === 0) continue;
    if (lost === undefined) yield held(creation.exchange, where);
    else
      yield violated(
        creation.exchange,
        `a reference to the owner ${show(lost)}, as it was sent`,
        `${shown.length} references ${where}`,
        'an owner is lost',
      );
  }
}
