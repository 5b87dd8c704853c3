/** Something that must not last for ever. */
export interface Expiring {
  expire(): void;
}

/**
 * One deadline for each request with one timer for all of them: every request gets the same time, so they fall due in the order in
 * which they came. A deadline is up to a quarter of its length late.
 */
export class Deadlines {
  readonly timeoutMs: number;
  readonly #due = new Map<Expiring, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(timeoutMs: number) {
    this.timeoutMs = timeoutMs;
    this.#timer = setInterval(() => this.#sweep(), Math.max(10, Math.min(1000, timeoutMs / 4)));
    this.#timer.unref();
  }

  start(request: Expiring): void {
    this.#due.set(request, performance.now() + this.timeoutMs);
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
      if (due > now) return;
      this.#due.delete(request);
      request.expire();
    }
  }
}
