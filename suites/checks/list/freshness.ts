import { textAt } from '../../oracle/json.ts';
import type { Observation, ObservedState } from '../../oracle/observed-state.ts';
import { show } from '../findings.ts';
import { isSelected } from '../selectors.ts';
import { covers, type Listing } from '../listings.ts';

/** The version that a list names; empty if it names none, or asks for any. */
export function versionAskedFor({ exchange }: Listing): string {
  const version = exchange.request.query.get('resourceVersion') ?? '';
  return version === '0' ? '' : version;
}

/** The states in the list's scope to which acknowledged writes, completed before the list began, gave that version. */
export function madeAt(observed: ObservedState, listing: Listing, version: string): Observation[] {
  return observed.writes.flatMap(({ response, exchange }) =>
    response?.version === version && exchange.ended < listing.exchange.began && covers(listing, response.key)
      ? [response]
      : [],
  );
}

/** How a list is older than a write whose version it names; `undefined` if it is not older. */
export function staleness(
  observed: ObservedState,
  listing: Listing,
  { key, exchange: write, content }: Observation,
): { readonly actual: string; readonly cause: string } | undefined {
  const item = listing.byKey.get(key.id);
  if (item === undefined) {
    const there =
      observed.surelyExists(key, listing.exchange.began) && observed.surelyExists(key, listing.exchange.ended);
    return there && isSelected(listing, content) === true
      ? { actual: 'no such item', cause: 'the object is missing' }
      : undefined;
  }
  const shown = textAt(item, 'metadata', 'resourceVersion');
  const replaced = shown !== undefined && observed.wasReplaced(key, shown, write.ended + 1);
  return replaced
    ? { actual: `version ${show(shown)}, which that write replaced`, cause: 'an older state' }
    : undefined;
}

/** How a list is older than the version that it names; `undefined` if it is not, or no known write made that version. */
export function staleItem(observed: ObservedState, listing: Listing): ReturnType<typeof staleness> {
  const version = versionAskedFor(listing);
  if (version === '') return undefined;
  const [stale] = madeAt(observed, listing, version).flatMap((asked) => staleness(observed, listing, asked) ?? []);
  return stale;
}
