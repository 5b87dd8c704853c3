import { resourceById } from '../../../spec/surface/resources.ts';
import { covers, listings } from '../../checks/listings.ts';
import { differentNames } from '../../generators/names.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { minimalObject, OWN_OBJECTS, resourceOf, stepsOn } from '../cases.ts';
import { held, violated } from '../judging.ts';
import { collecting, dependant, referenceTo } from '../reference-to.ts';
import type { Finding, History, Operation, Program, Rule } from '../rule.ts';
import { listBy, LISTS } from './list-operations.ts';

export const rule: Rule = {
  id: 'list/shows-no-object-that-is-gone',
  level: 'must',
  title: 'A list shows no object whose delete was acknowledged, and none that went with its owner.',
  cites: ['semantics.6.1', 'semantics.7.1'],
  // A deleted namespace may stay for a while.
  operations: LISTS.filter((operation) => resourceOf(operation).namespaced),
  needs: ['create', 'delete'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return differentNames(3).map((names) => [
      ...names.map((name) => on.create(minimalObject(on.maker, name))),
      on.remove(names[0] ?? '{{a}}'),
      listBy(operation, on),
      ...emptied(operation, names),
      ...collected(operation),
    ]);
  },
  check,
};

/** A list of this case's objects, before and after the last of them is deleted. */
function emptied(operation: Operation, names: readonly string[]): Program {
  const on = stepsOn(resourceOf(operation));
  const own = listBy(operation, on, { query: OWN_OBJECTS });
  return [own, ...names.slice(1).map((name) => on.remove(name)), own];
}

/** An object that goes with its owner, of a kind whose writes leave the collection alone, between two lists. */
function collected(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  const owners = stepsOn(resourceById(on.resource.kind === 'ConfigMap' ? 'secrets' : 'configmaps'));
  return [
    owners.create(minimalObject(owners.resource, '{{owner}}'), { as: 'owner' }),
    on.create(dependant(on, '{{child}}', referenceTo(owners.resource, '{{owner}}', 'owner'))),
    listBy(operation, on),
    ...collecting(owners, '{{owner}}'),
    on.get('{{child}}'),
    listBy(operation, on),
  ];
}

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const listing of listings(history)) {
    if (!listing.latest) continue;
    for (const key of observed.keysNear(listing.exchange.began)) {
      if (!covers(listing, key) || !observed.surelyGoneDuring(key, listing.exchange)) continue;
      if (listing.byKey.has(key.id))
        yield violated(
          listing.exchange,
          `no item named ${key.name}, for it is gone`,
          'an item of that name',
          'a removed object is listed',
        );
      else yield held(listing.exchange, listing.items.length === 0 ? 'nothing is left' : 'others are left');
    }
  }
}
