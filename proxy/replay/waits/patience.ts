/** The margin over the slowest successful wait. */
const MARGIN = 8;
const SHORTEST_MS = 25;
/** The factor by which a vain wait shortens the next one. */
const SHRINK = 4;

/**
 * How long to wait for something that a server may never send, such as the event of a watch. The first vain wait
 * takes the full time; later ones get shorter, down to a margin over the slowest successful wait. An arrival after
 * the wait makes waits longer again.
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

  /** Records a successful wait of that length. */
  served(ms: number): void {
    this.#slowest = Math.max(ms, this.#slowest * 0.9);
  }

  /** Records a vain wait. */
  vain(): void {
    this.#current /= SHRINK;
  }

  /** Records an arrival after its wait was given up. */
  late(): void {
    this.#current = Math.min(this.#full, this.ms * SHRINK);
  }
}
