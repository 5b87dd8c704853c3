import type { History } from '../../oracle/history.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import type { Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import { existingThrough, listings } from '../listings.ts';

/** Judges that a list without selectors shows every existing object of its kind and scope. */
export function* judgeWholeLists(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const listing of listings(history)) {
    if (!listing.latest || listing.labels?.length !== 0 || listing.fields?.length !== 0) continue;
    for (const key of existingThrough(observed, listing)) {
      if (listing.byKey.has(key.id))
        yield held(
          listing.exchange,
          listing.items.length > 100 ? 'more than 100 items' : `${Math.min(listing.items.length, 4)} items or more`,
        );
      else
        yield violated(
          listing.exchange,
          `an item named ${key.name} of namespace ${key.namespace ?? 'none'}`,
          `${listing.items.length} items, none of that name`,
          'an object is missing',
        );
    }
  }
}
