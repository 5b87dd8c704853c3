import type { ObjectEntry } from '../stored-object.ts';
import type { ObjectFilter } from './object-filter.ts';

/** What filters have left of a range, by the filter's text: the same readers get the same array, as long as the store has the same range. */
const SELECTED = new WeakMap<readonly ObjectEntry[], Map<string, readonly ObjectEntry[]>>();

/** Of so many filters at a time, for each range. */
const MOST = 32;

/** The entries that the filter matches. */
export function selectedEntries(entries: readonly ObjectEntry[], filter: ObjectFilter): readonly ObjectEntry[] {
  let known = SELECTED.get(entries);
  if (known === undefined || known.size >= MOST) {
    known = new Map();
    SELECTED.set(entries, known);
  }
  let selected = known.get(filter.text);
  if (selected === undefined) {
    selected = entries.filter(({ value }) => filter.matches(value.object));
    known.set(filter.text, selected);
  }
  return selected;
}
