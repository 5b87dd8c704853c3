import type { ObjectEntry } from './stored-object.ts';
import type { ObjectFilter } from './selectors/object-filter.ts';

/**
 * Filtered entries of a range, by the text of the filter. Readers with equal filters share one array while the store
 * keeps the same range.
 */
const SELECTED = new WeakMap<readonly ObjectEntry[], Map<string, readonly ObjectEntry[]>>();

/** Maximum number of cached filters per range. */
const MOST = 32;

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
