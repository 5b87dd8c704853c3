import type { History } from '../../oracle/history.ts';
import { textAt } from '../../oracle/json.ts';
import { type ObservedState, observedStateOf, type Write } from '../../oracle/observed-state.ts';
import type { Finding } from '../finding.ts';
import { held, show, violated } from '../findings.ts';
import { covers, type Listing, listings } from '../listings.ts';

/**
 * Judges that two lists of one collection, one after the other, have different versions if the only write of an object
 * between them changed what they show.
 */
export function* judgeMovedVersions(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const [earlier, later] of pairsAlike(history)) {
    const changed = differing(earlier, later).flatMap((key) => soleWriteBetween(observed, key, earlier, later) ?? []);
    for (const { exchange } of new Set(changed)) {
      const version = versionOf(earlier);
      if (version !== versionOf(later)) yield held(exchange, 'another version');
      else
        yield violated(
          exchange,
          `another version of GET ${later.exchange.request.target} than ${show(version)}, because its items changed`,
          show(versionOf(later)),
          'the version of the list stays',
        );
    }
  }
}

/**
 * Lists with the same parameters but for the version that they ask for, one after the other. A list from a cache may be
 * old, but then so is its version.
 */
function* pairsAlike(history: History): Iterable<readonly [Listing, Listing]> {
  const last = new Map<string, Listing>();
  for (const listing of listings(history)) {
    const target = listing.exchange.request.target.replace(VERSION, '').replace(/[?&]$/, '');
    const before = last.get(target);
    if (before !== undefined && before.exchange.ended < listing.exchange.began) yield [before, listing];
    last.set(target, listing);
  }
}

/** The version that a query asks for. */
const VERSION = /(?<=[?&])resourceVersion=[^&]*&?/;

function versionOf({ response }: Listing): string | undefined {
  return textAt(response, 'metadata', 'resourceVersion');
}

/** The ids of the objects that only one of the lists shows, or that they show in different versions. */
function differing(earlier: Listing, later: Listing): string[] {
  const ids = new Set([...earlier.byKey.keys(), ...later.byKey.keys()]);
  return [...ids].filter((id) => stateIn(earlier, id) !== stateIn(later, id));
}

function stateIn({ byKey }: Listing, id: string): string | undefined {
  const item = byKey.get(id);
  return item && JSON.stringify(['uid', 'resourceVersion'].map((member) => textAt(item, 'metadata', member)));
}

/** The acknowledged write that changed an object between two lists, if no other write can have. */
function soleWriteBetween(
  observed: ObservedState,
  id: string,
  { exchange: from }: Listing,
  later: Listing,
): Write | undefined {
  const { exchange: to } = later;
  const key = observed.keysNear(to.began).find((each) => each.id === id && covers(later, each));
  if (key === undefined) return undefined;
  const [write, ...others] = observed
    .writesTo(key)
    .filter(({ outcome, began, settled }) => outcome !== 'refused' && settled > from.began && began < to.ended);
  const isBetween = write?.outcome === 'acknowledged' && write.began > from.ended && write.settled < to.began;
  return isBetween && others.length === 0 ? write : undefined;
}
