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

  /** A response that came while this process was busy is read first: it is not late. */
  #sweep(): void {
    const now = performance.now();
    const late = [...this.#due].filter(([, due]) => due <= now);
    if (late.length > 0) setImmediate(() => this.#expire(late.map(([request]) => request)));
  }

  #expire(late: readonly Expiring[]): void {
    for (const request of late) if (this.#due.delete(request)) request.expire();
  }
}
