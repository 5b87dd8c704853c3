import { madeAt, staleness, versionAskedFor } from '../../checks/list/freshness.ts';
import { listings } from '../../checks/listings.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { inTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { listBy, LISTS } from './list-operations.ts';

const FROM_CACHE = { query: { resourceVersion: '0' } };

export const rule: Rule = {
  id: 'list/is-at-least-as-fresh-as-the-version-asked-for',
  level: 'must',
  title: 'A list that names a version shows the object that was written at that version in that state or a later one.',
  cites: ['parameters.list.resource-version.5'],
  operations: LISTS,
  needs: ['create', 'patch'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const made = [on.create(minimalObject(on.maker, '{{a}}'), { as: 'last' })];
    const changed = [...made, on.patch('{{a}}', { metadata: { labels: { fresh: 'yes' } } }, { as: 'last' })];
    // An earlier list fills a cache that is keyed by the collection.
    return inTurn([listBy(operation, on), ...made], [listBy(operation, on, FROM_CACHE), ...changed]).map((program) => [
      ...program,
      listBy(operation, on, { query: { resourceVersion: { $from: 'last', at: '/metadata/resourceVersion' } } }),
    ]);
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const listing of listings(history)) {
    const version = versionAskedFor(listing);
    for (const asked of version === '' ? [] : madeAt(observed, listing, version)) {
      const stale = staleness(observed, listing, asked);
      if (stale === undefined) yield held(listing.exchange, `version of a ${asked.exchange.call?.verb}`);
      else
        yield violated(
          listing.exchange,
          `${asked.key.name} at version ${show(version)} or later`,
          stale.actual,
          stale.cause,
        );
    }
  }
}
