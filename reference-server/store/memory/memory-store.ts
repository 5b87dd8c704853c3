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
import { MemoryState } from './memory-state.ts';

/** The store in memory: its state with compare-and-swap writes. */
export class MemoryStore<Value> implements Store<Value> {
  readonly #state: MemoryState<Value>;
  readonly #expiry: Expiry<Value> | undefined;

  /** The initial entries count as written at the start. Without `aging`, no value expires. */
  constructor(history: HistoryBound<Value>, begun?: Range<Value>, aging?: Aging<Value>) {
    this.#state = new MemoryState(history);
    this.#expiry = aging === undefined ? undefined : new Expiry(aging, (key) => this.#expire(key));
    if (begun === undefined) return;
    this.#state.begin(begun.entries, begun.revision);
    for (const { key, value } of begun.entries) this.#expiry?.written(key, value);
  }

  async get(key: string): Promise<Entry<Value> | undefined> {
    return this.#state.get(key);
  }

  async range(prefix: string, options: { readonly at?: number } = {}): Promise<Range<Value>> {
    return this.#state.range(prefix, options.at);
  }

  async write(key: string, value: Value, options: { readonly expect: number | 'absent' }): Promise<Written<Value>> {
    const previous = this.#state.get(key);
    if ((previous?.revision ?? 'absent') !== options.expect) return { ok: false, current: previous };
    this.#expiry?.written(key, value);
    return { ok: true, entry: this.#state.put(key, value, this.#state.latest + 1, previous) };
  }

  async remove(key: string, options: { readonly expect: number }): Promise<Written<Value>> {
    const previous = this.#state.get(key);
    if (previous === undefined || previous.revision !== options.expect) return { ok: false, current: previous };
    this.#expiry?.gone(key);
    return { ok: true, entry: this.#state.remove(previous, this.#state.latest + 1) };
  }

  guaranteedUpdate<D extends Decision<Value>>(key: string, tryUpdate: TryUpdate<Value, D>): Promise<Updated<Value, D>> {
    return updateUntilItHolds(this, () => this.#state.get(key), tryUpdate);
  }

  async guaranteedCreate(scope: string, tryCreate: TryCreate<Value>): Promise<Written<Value>> {
    const { key, value } = tryCreate(this.#state.get(scope));
    return this.write(key, value, { expect: 'absent' });
  }

  watch(prefix: string, options: WatchOptions): AsyncGenerator<readonly Change<Value>[]> {
    return this.#state.watch(prefix, options);
  }

  async revision(): Promise<number> {
    return this.#state.latest;
  }

  lastChange(): Promise<number> {
    return this.revision();
  }

  async compact(revision: number): Promise<void> {
    this.#state.forget(revision);
  }

  async close(): Promise<void> {
    this.#state.close();
    this.#expiry?.stop();
  }

  #expire(key: string): void {
    const entry = this.#state.get(key);
    if (entry !== undefined) this.#state.remove(entry, this.#state.latest + 1);
  }
}
