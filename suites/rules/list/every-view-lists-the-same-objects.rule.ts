import { RESOURCES } from '../../../spec/surface/resources.ts';
import { existingThrough, listings } from '../../checks/listings.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { inTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { held, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { listBy, LISTS } from './list-operations.ts';

export const rule: Rule = {
  id: 'list/every-view-lists-the-same-objects',
  level: 'must',
  title: 'A kind in two groups is one set of objects: each group lists the objects created through the other.',
  cites: ['versioning.2.deployment', 'deployment.groups'],
  operations: LISTS.filter((operation) => groupVersionsOf(resourceOf(operation).kind).length > 1),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn(...groupVersionsOf(on.resource.kind)).map((maker) => [
      stepsOn(maker).createHere(minimalObject(maker, '{{a}}')),
      stepsOn(maker, 'ns11').createHere(minimalObject(maker, '{{b}}')),
      listBy(operation, on),
    ]);
  },
  check,
};

function groupVersionsOf(kind: string): typeof RESOURCES {
  return RESOURCES.filter((resource) => resource.kind === kind);
}

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const listing of listings(history)) {
    if (!listing.latest || listing.labels?.length !== 0 || listing.fields?.length !== 0) continue;
    for (const key of existingThrough(observed, listing)) {
      const maker = observed
        .writesTo(key)
        .find(({ verb, outcome }) => verb === 'create' && outcome === 'acknowledged')?.resource;
      if (maker === undefined || groupVersionsOf(maker.kind).length < 2) continue;
      const under = `made under ${maker.apiVersion}`;
      if (listing.byKey.has(key.id)) yield held(listing.exchange, under);
      else
        yield violated(
          listing.exchange,
          `an item named ${key.name}, ${under}`,
          'none of that name',
          `an object ${under} is missing`,
        );
    }
  }
}
