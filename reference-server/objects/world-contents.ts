import type { StoredObject } from './stored-object.ts';
import { storedText, textOfStored } from './stored-object.ts';
import type { Store } from '../store/store.ts';

/** All objects of a world, as text by key. */
export type WorldContents = ReadonlyMap<string, string>;

/** What a world holds now. */
export async function contentsOf(store: Store<StoredObject>): Promise<WorldContents> {
  const { entries } = await store.range('');
  return new Map(entries.map(({ key, value }) => [key, textOfStored(value)]));
}

/** Others may write meanwhile, such as control loops; it is gone through again so many times at most. */
const MOST_PASSES = 10;

/**
 * Makes a world hold exactly that again. It does so by writes and removals like any others, so that watchers hear of what changes, and
 * versions go on rising: a client that was connected all along ends with the right state.
 */
export async function putContents(store: Store<StoredObject>, contents: WorldContents): Promise<void> {
  for (let pass = 0; pass < MOST_PASSES; pass++) if (!(await putOnce(store, contents))) return;
}

/** Whether anything was to be written or removed. */
async function putOnce(store: Store<StoredObject>, contents: WorldContents): Promise<boolean> {
  const { entries } = await store.range('');
  const held = new Map(entries.map((entry) => [entry.key, entry]));
  let isChanged = false;
  for (const { key, revision } of entries) {
    if (contents.has(key)) continue;
    await store.remove(key, { expect: revision });
    isChanged = true;
  }
  for (const [key, text] of contents) {
    const current = held.get(key);
    const wanted = storedText(text);
    if (current !== undefined && textOfStored(current.value) === textOfStored(wanted)) continue;
    await store.write(key, wanted, { expect: current?.revision ?? 'absent' });
    isChanged = true;
  }
  return isChanged;
}
