import type { StoredObject } from './stored-object.ts';
import { storedText, textOfStored } from './stored-object.ts';
import type { Store } from '../store/store.ts';

/** All objects of a world, as text by key. */
export type StoreContents = ReadonlyMap<string, string>;

/** What a world holds now. */
export async function contentsOf(store: Store<StoredObject>): Promise<StoreContents> {
  const { entries } = await store.range('');
  return new Map(entries.map(({ key, value }) => [key, textOfStored(value)]));
}

/** Others may write meanwhile, such as control loops; it is gone through again so many times at most. */
const MOST_PASSES = 10;

/** A world could not be made to hold what it was to hold, as others wrote to it all the while: where, and how to go on. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError';
  readonly code = 'ERR_RESTORE';
}

/**
 * Makes a world hold exactly that again. It does so by writes and removals like any others, so that watchers hear of what changes, and
 * versions go on rising: a client that was connected all along ends with the right state. Rejects with `RestoreError` when others do not
 * stop writing something else.
 */
export async function putContents(store: Store<StoredObject>, contents: StoreContents): Promise<void> {
  let differed: string | undefined;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    differed = await putOnce(store, contents);
    if (differed === undefined) return;
  }
  throw new RestoreError(
    `the world does not hold the ${contents.size} objects it was to hold: others wrote to it in each of ${MOST_PASSES} passes, the last time to '${differed}'; have them stop, and restore it again`,
  );
}

/** Writes and removes what is to be. @returns the last key of these; `undefined` where all was so already */
async function putOnce(store: Store<StoredObject>, contents: StoreContents): Promise<string | undefined> {
  const { entries } = await store.range('');
  const held = new Map(entries.map((entry) => [entry.key, entry]));
  let differed: string | undefined;
  for (const { key, revision } of entries) {
    if (contents.has(key)) continue;
    await store.remove(key, { expect: revision });
    differed = key;
  }
  for (const [key, text] of contents) {
    const current = held.get(key);
    const wanted = storedText(text);
    if (current !== undefined && textOfStored(current.value) === textOfStored(wanted)) continue;
    await store.write(key, wanted, { expect: current?.revision ?? 'absent' });
    differed = key;
  }
  return differed;
}
