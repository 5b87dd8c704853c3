import type { Change, Entry, Range, Store, Written } from '../store.ts';
import type { HistoryBound } from './change-log.ts';
import { Ledger } from './ledger.ts';

/** The store in memory: a ledger, and the rule that a write must expect what is there. */
export class MemoryStore<Value> implements Store<Value> {
  readonly #ledger: Ledger<Value>;

  constructor(history: HistoryBound<Value>, begun?: Range<Value>) {
    this.#ledger = new Ledger(history);
    if (begun !== undefined) this.#ledger.begin(begun.entries, begun.revision);
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
    return { ok: true, entry: this.#ledger.put(key, value, this.#ledger.latest + 1) };
  }

  async remove(key: string, options: { readonly expect: number }): Promise<Written<Value>> {
    const previous = this.#ledger.get(key);
    if (previous === undefined || previous.revision !== options.expect) return { ok: false, current: previous };
    return { ok: true, entry: this.#ledger.remove(previous, this.#ledger.latest + 1) };
  }

  watch(prefix: string, options: { readonly after: number; readonly signal: AbortSignal }): AsyncGenerator<readonly Change<Value>[]> {
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

  /** Ends every watch. */
  async close(): Promise<void> {
    this.#ledger.close();
  }
}
