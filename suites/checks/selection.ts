import type { History } from '../oracle/history.ts';
import { at } from '../oracle/json.ts';
import type { World } from '../oracle/world.ts';
import { worldOf } from '../oracle/world.ts';
import type { Finding } from './finding.ts';
import { held, show, violated } from './findings.ts';
import type { Listing } from './listings.ts';
import { existingThrough, listings, selectedBy } from './listings.ts';

/**
 * Judges that lists show exactly what their selectors select: no item that does not match by its own labels and fields as shown, and
 * every object that surely existed, with content that is surely known, and matches. `applies` names the kind of case, or leaves the list aside.
 */
export function* judgeSelection(history: History, applies: (listing: Listing) => string | undefined): Iterable<Finding> {
  const world = worldOf(history);
  for (const listing of listings(history)) {
    const shape = applies(listing);
    if (shape === undefined || listing.labels === undefined || listing.fields === undefined) continue;
    const selector = selectorOf(listing);
    const alien = listing.items.find((item) => selectedBy(listing, item) === false);
    const absent = absentee(world, listing);
    if (alien !== undefined) yield violated(listing.exchange, `only what ${selector} selects`, `an item ${describe(alien)}`, `${shape}: shows what is not selected`);
    else if (absent !== undefined) yield violated(listing.exchange, `${absent.name} too, for ${selector} selects it`, `${listing.items.length} items, not that one`, `${shape}: misses what is selected`);
    else yield held(listing.exchange, `${shape}, ${listing.items.length === 0 ? 'none' : 'some'}`);
  }
}

/** The selectors of a list, as text. */
export function selectorOf({ exchange }: Listing): string {
  const { query } = exchange.request;
  return ['labelSelector', 'fieldSelector'].flatMap((name) => (query.has(name) ? [`${name} ${show(query.get(name))}`] : [])).join(' and ');
}

/** An object that had one known content through the whole of the list, which is selected, and which is not there. */
function absentee(world: World, listing: Listing): { readonly name: string } | undefined {
  if (!listing.latest) return undefined;
  const { began, ended } = listing.exchange;
  return existingThrough(world, listing).find((key) => {
    const [before, after] = [world.currentAt(key, began), world.currentAt(key, ended)];
    if (before === undefined || before.version !== after?.version) return false;
    return selectedBy(listing, before.content) === true && !listing.byKey.has(key.id);
  });
}

function describe(item: Listing['items'][number]): string {
  return `with name ${show(at(item, 'metadata', 'name'))} and labels ${show(at(item, 'metadata', 'labels'))}`;
}
