/** The number of recent responses to compare. */
const WINDOW = 100;
/** The least slow-down that is worth a note, as a factor and in milliseconds. */
const SLOWER_TIMES = 5;
const SLOWER_BY_MS = 200;

/**
 * Compares a server's speed now with its speed at first: while the run made its namespaces or, if that is not known,
 * in the first cases.
 *
 *     15 ms at first, the last hundred responses after 400 ms   ->   the target slowed down: ...
 */
export class SpeedChange {
  #firstMs: number | undefined;
  readonly #last: number[] = [];

  /** `firstMs`: the response time at first. */
  constructor(firstMs?: number) {
    this.#firstMs = firstMs;
  }

  responded(ms: number): void {
    this.#last.push(ms);
    if (this.#last.length > WINDOW) this.#last.shift();
    if (this.#last.length === WINDOW) this.#firstMs ??= median(this.#last);
  }

  /** One line if the server has slowed down. */
  note(): string | undefined {
    const [before, after] = [this.#firstMs, median(this.#last)];
    if (
      before === undefined ||
      this.#last.length < WINDOW ||
      after < before * SLOWER_TIMES ||
      after - before < SLOWER_BY_MS
    )
      return undefined;
    return `the target slowed down: a response took ${shown(before)} ms at first, and ${shown(after)} ms at the end`;
  }
}

function shown(ms: number): string {
  return ms < 10 ? ms.toFixed(1) : String(Math.round(ms));
}

/** The median, the upper one of two; `NaN` for no values. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
