import { creations } from '../../checks/create/creations.ts';
import { covers, type Listing, listings } from '../../checks/listings.ts';
import { differentNames } from '../../generators/names.ts';
import { firstIndexFrom } from '../../oracle/values/first-index.ts';
import { groupBy } from '../../../shared/group-by.ts';
import { textAt } from '../../oracle/json.ts';
import { type ObjectKey, observedStateOf } from '../../oracle/observed-state.ts';
import { minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import type { Exchange, Finding, History, Rule } from '../rule.ts';
import { CREATES } from './create-and-read.ts';
import { collectionId } from '../../oracle/state/object-key.ts';

export const rule: Rule = {
  id: 'create/created-object-is-listed',
  level: 'must',
  title:
    'Once a create is acknowledged, lists of its namespace and of all namespaces show the object under the uid of the response.',
  cites: ['what-the-service-does.desired-state', 'semantics.7.1', 'semantics.7.3'],
  operations: CREATES,
  needs: ['list'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const other = stepsOn(otherGroupVersion(on.resource));
    return differentNames(2).map((names) =>
      names.flatMap((name, index) => {
        const viewed = index > 0 && other.resource !== on.resource ? [other.list(), other.listAll()] : [];
        return [on.createHere(minimalObject(on.resource, name)), ...viewed, on.list(), on.listAll()];
      }),
    );
  },
  check,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const lists = groupBy(
    listings(history).filter(({ latest, labels, fields }) => latest && labels?.length === 0 && fields?.length === 0),
    ({ exchange: { call } }) => collectionId(call.resource.kind, call.namespace),
  );
  for (const { exchange, key, made } of creations(history)) {
    const uid = textAt(made, 'metadata', 'uid');
    if (!observed.soleWriter(key)) continue;
    for (const listing of listsAfter(lists, key, exchange)) {
      const { began, ended, call } = listing.exchange;
      if (
        !covers(listing, key) ||
        exchange.ended > began ||
        !observed.surelyExists(key, began) ||
        !observed.surelyExists(key, ended)
      )
        continue;
      if (
        observed
          .writesTo(key)
          .some(
            (write) =>
              write.verb !== 'patch' &&
              write.exchange !== exchange &&
              write.began > exchange.began &&
              write.began < ended,
          )
      )
        continue;
      const shown = textAt(listing.byKey.get(key.id), 'metadata', 'uid');
      if (shown === uid) yield held(exchange, call.verb === 'list' ? 'in its namespace' : 'in all namespaces');
      else
        yield violated(
          exchange,
          `${key.name} with uid ${show(uid)} in ${listing.exchange.request.path}`,
          shown === undefined ? 'no such item' : `uid ${show(shown)}`,
          `${call.verb}: ${shown === undefined ? 'missing' : 'another uid'}`,
        );
    }
  }
}

/**
 * The number of lists after a create that are checked, per collection: the first ones show whether the object is
 * listed.
 */
const LOOKED_AT = 16;

function* listsAfter(
  lists: ReadonlyMap<string, readonly Listing[]>,
  key: ObjectKey,
  { ended }: Exchange,
): Iterable<Listing> {
  for (const place of new Set([collectionId(key.kind, key.namespace), collectionId(key.kind, undefined)])) {
    const here = lists.get(place) ?? [];
    const first = firstIndexFrom(here, ended, ({ exchange }) => exchange.began);
    yield* here.slice(first, first + LOOKED_AT);
  }
}
