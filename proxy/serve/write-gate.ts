import type { RecordedExchange } from './recorded-exchange.ts';

/**
 * Holds recorded events back until the writes that were recorded before them have come, so that no client sees what it has not done yet.
 *
 *     recorded   watch 1 begins, POST 2 begins, event ADDED, PUT 3 begins, event MODIFIED
 *     served     ADDED waits for the POST, MODIFIED for the PUT, however fast the rest goes
 */
export class WriteGate {
  readonly #due: Set<RecordedExchange>;
  readonly #waiting = new Set<() => void>();

  constructor(exchanges: readonly RecordedExchange[]) {
    this.#due = new Set(exchanges.filter(({ request }) => request.method !== 'GET' && request.method !== 'HEAD'));
  }

  /** A recorded exchange is being answered. */
  used(exchange: RecordedExchange): void {
    if (!this.#due.delete(exchange)) return;
    for (const wake of this.#waiting) wake();
  }

  /** Resolves when every write that began between those two positions has come, or the signal has ended. */
  async passed(after: number, before: number, gone: AbortSignal): Promise<void> {
    while (!gone.aborted && this.#isOwed(after, before)) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake);
          gone.removeEventListener('abort', wake);
          resolve();
        };
        this.#waiting.add(wake);
        gone.addEventListener('abort', wake);
      });
    }
  }

  #isOwed(after: number, before: number): boolean {
    for (const { began } of this.#due) if (began > after && began < before) return true;
    return false;
  }
}
