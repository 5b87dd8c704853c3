import { existingThrough, listings } from '../../checks/listings.ts';
import { textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { listBy, LISTS } from './list-operations.ts';

export const rule: Rule = {
  id: 'list/shows-the-current-state',
  level: 'must',
  title: 'A list shows each object as it was last written, not as it was before.',
  cites: ['semantics.7.1', 'parameters.list.resource-version.3'],
  operations: LISTS,
  needs: ['create', 'patch'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const change = (round: number): ReturnType<typeof on.patch> =>
      on.patch('{{a}}', { metadata: { labels: { round: `${round}` } } });
    return fc
      .integer({ min: 1, max: 3 })
      .map((rounds) => [
        on.create(minimalObject(on.maker, '{{a}}')),
        ...Array.from({ length: rounds }, (_, round) => [change(round), listBy(operation, on)]).flat(),
      ]);
  },
  check,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const listing of listings(history)) {
    if (!listing.latest) continue;
    for (const key of existingThrough(observed, listing)) {
      const item = listing.byKey.get(key.id);
      const version = textAt(item, 'metadata', 'resourceVersion');
      if (version === undefined) continue;
      if (observed.wasReplaced(key, version, listing.exchange.began))
        yield violated(
          listing.exchange,
          `${key.name} at the version of the last acknowledged write`,
          `version ${show(version)}, which that write replaced`,
          'an old state is listed',
        );
      else yield held(listing.exchange, 'current version');
    }
  }
}
