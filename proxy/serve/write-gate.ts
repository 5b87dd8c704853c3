import type { RecordedExchange } from './recorded-exchange.ts';
import { Waiters } from './waiters.ts';

/**
 * Holds recorded events back until the writes that were recorded before them have come, so that no client sees what it has not done yet.
 *
 *     recorded   watch 1 begins, POST 2 begins, event ADDED, PUT 3 begins, event MODIFIED
 *     served     ADDED waits for the POST, MODIFIED for the PUT, however fast the rest goes
 */
export class WriteGate {
  /** Where the writes began, in order. */
  readonly #began: readonly number[];
  /** For each of them itself while it is still to come, else a later one from which to look on. */
  readonly #next: number[];
  readonly #waiting = new Waiters();

  constructor(exchanges: readonly RecordedExchange[]) {
    this.#began = exchanges.filter(({ method }) => method !== 'GET' && method !== 'HEAD').map(({ began }) => began);
    this.#next = [...this.#began.keys(), this.#began.length];
  }

  /** A recorded exchange is being answered. */
  used({ began }: RecordedExchange): void {
    const index = this.#firstFrom(began);
    if (this.#began[index] !== began || this.#next[index] !== index) return;
    this.#next[index] = index + 1;
    this.#waiting.wake();
  }

  /** Resolves when every write that began between those two positions has come, or the signal has ended. */
  async passed(after: number, before: number, gone: AbortSignal): Promise<void> {
    while (!gone.aborted && this.#isOwed(after, before)) {
      await this.#waiting.next(gone);
    }
  }

  #isOwed(after: number, before: number): boolean {
    const index = this.#toCome(this.#firstFrom(after));
    return (this.#began[index] ?? Number.POSITIVE_INFINITY) < before;
  }

  /** The first write that is still to come from that one on; what was passed over is passed over at once from then on. */
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

  /** The first write that began at that position or later. */
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
