import { updateUntilItHolds } from '../guaranteed-update.ts';
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
} from '../store.ts';
import type { HistoryBound } from './change-log.ts';
import { type Aging, Expiry } from './expiry.ts';
import { Ledger } from './ledger.ts';

/** The store in memory: a ledger with compare-and-swap writes. */
export class MemoryStore<Value> implements Store<Value> {
  readonly #ledger: Ledger<Value>;
  readonly #expiry: Expiry<Value> | undefined;

  /** The initial entries count as written at the start. Without `aging`, no value expires. */
  constructor(history: HistoryBound<Value>, begun?: Range<Value>, aging?: Aging<Value>) {
    this.#ledger = new Ledger(history);
    this.#expiry = aging === undefined ? undefined : new Expiry(aging, (key) => this.#expire(key));
    if (begun === undefined) return;
    this.#ledger.begin(begun.entries, begun.revision);
    for (const { key, value } of begun.entries) this.#expiry?.written(key, value);
  }

  async get(key: string): Promise<Entry<Value> | undefined> {
    return this.#ledger.get(key);
  }

  async range(prefix: string, options: { readonly at?: number } = {}): Promise<Range<Value>> {
    return this.#ledger.range(prefix, options.at);
  }

  async write(key: string, value: Value, options: { readonly expect: number | 'absent' }): Promise<Written<Value>> {
    const previous = this.#ledger.get(key);
    if ((previous?.revision ?? 'absent') !== options.expect) return { ok: false, current: previous };
    this.#expiry?.written(key, value);
    return { ok: true, entry: this.#ledger.put(key, value, this.#ledger.latest + 1, previous) };
  }

  async remove(key: string, options: { readonly expect: number }): Promise<Written<Value>> {
    const previous = this.#ledger.get(key);
    if (previous === undefined || previous.revision !== options.expect) return { ok: false, current: previous };
    this.#expiry?.gone(key);
    return { ok: true, entry: this.#ledger.remove(previous, this.#ledger.latest + 1) };
  }

  guaranteedUpdate<D extends Decision<Value>>(key: string, tryUpdate: TryUpdate<Value, D>): Promise<Updated<Value, D>> {
    return updateUntilItHolds(this, () => this.#ledger.get(key), tryUpdate);
  }

  async guaranteedCreate(scope: string, tryCreate: TryCreate<Value>): Promise<Written<Value>> {
    const { key, value } = tryCreate(this.#ledger.get(scope));
    return this.write(key, value, { expect: 'absent' });
  }

  watch(prefix: string, options: WatchOptions): AsyncGenerator<readonly Change<Value>[]> {
    return this.#ledger.watch(prefix, options);
  }

  async revision(): Promise<number> {
    return this.#ledger.latest;
  }

  lastChange(): Promise<number> {
    return this.revision();
  }

  async compact(revision: number): Promise<void> {
    this.#ledger.forget(revision);
  }

  async close(): Promise<void> {
    this.#ledger.close();
    this.#expiry?.stop();
  }

  #expire(key: string): void {
    const entry = this.#ledger.get(key);
    if (entry !== undefined) this.#ledger.remove(entry, this.#ledger.latest + 1);
  }
}
