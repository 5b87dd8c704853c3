import { textAt } from '../../oracle/json.ts';
import type { Sighting, World } from '../../oracle/world.ts';
import { show } from '../findings.ts';
import type { Listing } from '../listings.ts';
import { covers, selectedBy } from '../listings.ts';

/** The version that a list names; empty if it names none, or asks for any. */
export function versionAskedFor({ exchange }: Listing): string {
  const version = exchange.request.query.get('resourceVersion') ?? '';
  return version === '0' ? '' : version;
}

/** The states of objects in the list's reach that acknowledged writes, done before the list began, gave that version to. */
export function madeAt(world: World, listing: Listing, version: string): Sighting[] {
  return world.writes.flatMap(({ answer, exchange }) =>
    answer?.version === version && exchange.ended < listing.exchange.began && covers(listing, answer.key)
      ? [answer]
      : [],
  );
}

/** How a list is older than a write whose version it names; `undefined` if it is not. */
export function staleness(
  world: World,
  listing: Listing,
  { key, exchange: write, content }: Sighting,
): { readonly actual: string; readonly cause: string } | undefined {
  const item = listing.byKey.get(key.id);
  if (item === undefined) {
    const there = world.surelyExists(key, listing.exchange.began) && world.surelyExists(key, listing.exchange.ended);
    return there && selectedBy(listing, content) === true
      ? { actual: 'no such item', cause: 'the object is missing' }
      : undefined;
  }
  const shown = textAt(item, 'metadata', 'resourceVersion');
  const replaced = shown !== undefined && world.wasReplaced(key, shown, write.ended + 1);
  return replaced
    ? { actual: `version ${show(shown)}, which that write replaced`, cause: 'an older state' }
    : undefined;
}
