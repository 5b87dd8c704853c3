import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { keyOfItem, listings } from '../../checks/listings.ts';
import { textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { type Extra, fc, inTurn, minimalObject, OWN_OBJECTS, resourceOf, stepsOn } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { listBy, LISTS } from './list-operations.ts';

/** A cache may be keyed by the whole target and the media type, and cleared by the path alone. */
const FORMS: readonly Extra[] = [{}, { query: OWN_OBJECTS }, { query: { pretty: 'true' } }, { accept: YAML_TYPE }];
const BY_NAME: Extra = { query: { fieldSelector: 'metadata.name={{a}}' } };

export const rule: Rule = {
  id: 'list/shows-the-current-state',
  level: 'must',
  title: 'A list shows each object as it was last written, not as it was before.',
  cites: ['semantics.7.1', 'parameters.list.resource-version.3'],
  operations: LISTS,
  needs: ['create', 'patch'],
  cases: (operation, choices) => {
    const on = stepsOn(resourceOf(operation));
    const change = (round: number): ReturnType<typeof on.patch> =>
      on.patch('{{a}}', { metadata: { labels: { round: `${round}` } } });
    return fc
      .tuple(
        inTurn(...FORMS, ...(choices['selectors.field-names'] === 'name-and-namespace' ? [BY_NAME] : [])),
        fc.integer({ min: 2, max: 3 }),
      )
      .map(([form, rounds]) => [
        on.create(minimalObject(on.maker, '{{a}}')),
        ...Array.from({ length: rounds }, (_, round) => [change(round), listBy(operation, on, form)]).flat(),
      ]);
  },
  check,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const listing of listings(history)) {
    if (!listing.latest) continue;
    for (const item of listing.items) {
      const key = keyOfItem(listing.exchange, item);
      const version = textAt(item, 'metadata', 'resourceVersion');
      if (version === undefined || observed.writesTo(key).length === 0) continue;
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
