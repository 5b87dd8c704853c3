import { updateUntilItHolds } from './guaranteed-update.ts';
import type {
  Change,
  Decision,
  Entry,
  Range,
  Store,
  TryCreate,
  TryUpdate,
  Updated,
  WatchOptions,
  Written,
} from './store.ts';

/**
 * A store for one dry-run request. It reads from the real store and keeps writes and deletes to itself, so that
 * operations of several steps complete.
 *
 * A worked example: `x` is at revision 5. A write that expects 5 returns an entry at 5, because it makes no new
 * revision. A later `get` returns the written value; all other readers see `x` unchanged.
 */
export class DryStore<Value> implements Store<Value> {
  readonly #store: Store<Value>;
  readonly #written = new Map<string, Entry<Value> | undefined>();

  constructor(store: Store<Value>) {
    this.#store = store;
  }

  async get(key: string): Promise<Entry<Value> | undefined> {
    return this.#written.has(key) ? this.#written.get(key) : this.#store.get(key);
  }

  range(prefix: string, options?: { readonly at?: number }): Promise<Range<Value>> {
    return this.#store.range(prefix, options);
  }

  async write(key: string, value: Value, { expect }: { readonly expect: number | 'absent' }): Promise<Written<Value>> {
    const current = await this.get(key);
    if ((current?.revision ?? 'absent') !== expect) return { ok: false, current };
    const entry = { key, value, revision: current?.revision ?? 0 };
    this.#written.set(key, entry);
    return { ok: true, entry };
  }

  async remove(key: string, { expect }: { readonly expect: number }): Promise<Written<Value>> {
    const current = await this.get(key);
    if (current?.revision !== expect) return { ok: false, current };
    this.#written.set(key, undefined);
    return { ok: true, entry: current };
  }

  guaranteedUpdate<D extends Decision<Value>>(key: string, tryUpdate: TryUpdate<Value, D>): Promise<Updated<Value, D>> {
    return updateUntilItHolds(this, () => this.get(key), tryUpdate);
  }

  async guaranteedCreate(scope: string, tryCreate: TryCreate<Value>): Promise<Written<Value>> {
    const { key, value } = tryCreate(await this.get(scope));
    return this.write(key, value, { expect: 'absent' });
  }

  watch(prefix: string, options: WatchOptions): AsyncIterable<readonly Change<Value>[]> {
    return this.#store.watch(prefix, options);
  }

  revision(): Promise<number> {
    return this.#store.revision();
  }

  lastChange(): Promise<number> {
    return this.#store.lastChange();
  }

  /** The history belongs to the real store and stays. */
  async compact(): Promise<void> {}

  /** The real store stays open. */
  async close(): Promise<void> {}
}
