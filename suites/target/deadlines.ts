export interface Expiring {
  expire(): void;
}

/** How often the due times are checked, in milliseconds: a deadline is late by no more than that. */
const TICK_MS = 50;

/**
 * The deadlines of the requests under way, with one timer for all of them: a timer for each of a hundred thousand
 * requests would cost more than the requests. Only the few dozen requests under way are checked.
 */
export class Deadlines {
  readonly #due = new Map<Expiring, number>();
  readonly #timer = setInterval(() => this.#sweep(), TICK_MS);

  constructor() {
    this.#timer.unref();
  }

  /** Calls `expire` after that many milliseconds, unless `stop` comes first. */
  start(request: Expiring, withinMs: number): void {
    this.#due.set(request, performance.now() + withinMs);
  }

  stop(request: Expiring): void {
    this.#due.delete(request);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #sweep(): void {
    const now = performance.now();
    for (const [request, due] of this.#due) {
      if (due > now) continue;
      this.#due.delete(request);
      request.expire();
    }
  }
}
