import type { Decision, Entry, Store, TryUpdate, Updated } from './store.ts';

/** Reads the entry, calls `tryUpdate` and carries out its decision; starts again if another write came in between. */
export async function updateUntilItHolds<Value, D extends Decision<Value>>(
  store: Writer<Value>,
  read: () => Entry<Value> | undefined | Promise<Entry<Value> | undefined>,
  tryUpdate: TryUpdate<Value, D>,
): Promise<Updated<Value, D>> {
  for (;;) {
    const found = read();
    // Awaits only promises: in memory, no other write can come between the read and the write of an update that awaits
    // nothing.
    const before = found instanceof Promise ? await found : found;
    const decided = tryUpdate(before);
    const updated = await carriedOut(store, before, decided instanceof Promise ? await decided : decided);
    if (updated !== undefined) return updated;
  }
}

/** `undefined` if another write came in between. */
export async function carriedOut<Value, D extends Decision<Value>>(
  store: Writer<Value>,
  before: Entry<Value> | undefined,
  decision: D,
): Promise<Updated<Value, D> | undefined> {
  if (before === undefined) throw new TypeError('an update must throw if there is no entry');
  if (decision.do === 'keep') return { decision, before, entry: before };
  const { key, revision: expect } = before;
  const written =
    decision.do === 'put' ? await store.write(key, decision.value, { expect }) : await store.remove(key, { expect });
  return written.ok ? { decision, before, entry: written.entry } : undefined;
}

type Writer<Value> = Pick<Store<Value>, 'write' | 'remove'>;
