import type { RecordedExchange } from './exchange/recorded-exchange.ts';
import { Waiters } from './exchange/waiters.ts';

/**
 * Holds recorded events back until the writes recorded before them have come, so no client sees its own writes
 * early.
 *
 *     recorded   watch 1 begins, POST 2 begins, event ADDED, PUT 3 begins, event MODIFIED
 *     served     ADDED waits for the POST, MODIFIED for the PUT, however fast the rest goes
 */
export class WriteGate {
  /** The positions of the writes, in order. */
  readonly #began: readonly number[];
  /** For each write itself while it is pending, else a later index at which to continue the search. */
  readonly #next: number[];
  readonly #waiting = new Waiters();

  constructor(exchanges: readonly RecordedExchange[]) {
    this.#began = exchanges.filter(({ method }) => method !== 'GET' && method !== 'HEAD').map(({ began }) => began);
    this.#next = [...this.#began.keys(), this.#began.length];
  }

  /** A recorded exchange is being served. */
  used({ began }: RecordedExchange): void {
    const index = this.#firstFrom(began);
    if (this.#began[index] !== began || this.#next[index] !== index) return;
    this.#next[index] = index + 1;
    this.#waiting.wake();
  }

  /** Resolves when every write between those two positions has come, or the signal has ended. */
  async passed(after: number, before: number, gone: AbortSignal): Promise<void> {
    while (!gone.aborted && this.#isOwed(after, before)) {
      await this.#waiting.next(gone);
    }
  }

  #isOwed(after: number, before: number): boolean {
    const index = this.#toCome(this.#firstFrom(after));
    return (this.#began[index] ?? Number.POSITIVE_INFINITY) < before;
  }

  /** The first pending write from that index on, with path compression. */
  #toCome(from: number): number {
    let found = from;
    while (this.#next[found] !== undefined && this.#next[found] !== found) found = this.#next[found] ?? found;
    for (let index = from; index !== found;) {
      const next = this.#next[index] ?? found;
      this.#next[index] = found;
      index = next;
    }
    return found;
  }

  /** The first write at that position or later. */
  #firstFrom(position: number): number {
    let [low, high] = [0, this.#began.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#began[middle] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
