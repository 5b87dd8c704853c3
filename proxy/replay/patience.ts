/** A wait is short beyond this many times the slowest wait that was not in vain. */
const MARGIN = 8;
const SHORTEST_MS = 25;
/** After each wait in vain the next one is this many times shorter. */
const SHRINK = 4;

/**
 * How long to wait for something that a server may never send, such as the event of a watch. The first wait in vain takes the full time; later
 * ones take less and less, down to a margin over the slowest wait that was not in vain. What arrives after a wait was given up makes waits longer again.
 *
 *     full 2000   in vain -> 500   in vain -> 125   ...   all together below 2.7 s, plus a margin for each wait in vain
 */
export class Patience {
  readonly #full: number;
  readonly #shortest: number;
  #current: number;
  #slowest = 0;

  constructor(fullMs: number, shortestMs = SHORTEST_MS) {
    this.#shortest = shortestMs;
    this.#full = fullMs;
    this.#current = fullMs;
  }

  /** Milliseconds that the next wait may take. */
  get ms(): number {
    return Math.min(this.#full, Math.max(this.#current, this.#shortest, MARGIN * this.#slowest));
  }

  /** Takes note of a wait that was not in vain and took that long. */
  served(ms: number): void {
    this.#slowest = Math.max(ms, this.#slowest * 0.9);
  }

  /** Takes note of a wait in vain. */
  vain(): void {
    this.#current /= SHRINK;
  }

  /** Takes note of something that came after the wait for it was given up. */
  late(): void {
    this.#current = Math.min(this.#full, this.ms * SHRINK);
  }
}
