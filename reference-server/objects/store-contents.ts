import { type StoredObject, storedText, textOfStored } from './stored-object.ts';
import type { Store } from '../store/store.ts';

/** All objects of a store, as text by key. */
export type StoreContents = ReadonlyMap<string, string>;

/** The current contents of a store. */
export async function contentsOf(store: Store<StoredObject>): Promise<StoreContents> {
  const { entries } = await store.range('');
  return new Map(entries.map(({ key, value }) => [key, textOfStored(value)]));
}

/** Maximum number of passes. Other writers, such as controllers, may write during a pass. */
const MOST_PASSES = 10;

/** Restoring a store failed, because other clients kept writing to it: names the key and the way out. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError';
  readonly code = 'ERR_RESTORE';
}

/**
 * Makes the store hold exactly these contents. It uses ordinary writes and deletes, so watches receive the changes
 * and versions keep rising. A client that stays connected ends with the right state. Rejects with `RestoreError` if
 * other clients keep writing different contents.
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

/**
 * Writes and deletes the differing keys. @returns the last of them; `undefined` if the store already held the
 * contents
 */
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
