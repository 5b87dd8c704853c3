import type { Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import { covers, listings } from '../../checks/listings.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import { differentNames } from '../../generators/names.ts';
import type { History } from '../../oracle/history.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { listBy, LISTS } from './list-operations.ts';

export const rule: Rule = {
  id: 'list/shows-no-object-that-is-gone',
  level: 'must',
  title: 'A list shows no object whose delete was acknowledged.',
  cites: ['semantics.6.1', 'semantics.7.1'],
  // A namespace may linger when it is deleted.
  operations: LISTS.filter((operation) => resourceOf(operation).namespaced),
  needs: ['create', 'delete'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return differentNames(3).map((names) => [
      ...names.map((name) => on.create(minimalObject(on.maker, name))),
      on.remove(names[0] ?? '{{a}}'),
      listBy(operation, on),
    ]);
  },
  check,
};

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
