import { setTimeout as pause } from 'node:timers/promises';

/**
 * The change before may hang on an etcd that does not respond. Turns only save time, so no change waits longer than
 * this for its turn.
 */
const PATIENCE_MS = 1000;

/**
 * Serializes the changes of each key in this process. Concurrent changes would all start from the same state, and
 * all but one would have to retry.
 *
 * A worked example: three changes come for `x` and one for `y`. The first for `x` and the one for `y` begin at once.
 * The second for `x` begins when the first has settled.
 */
export class KeyTurns {
  readonly #last = new Map<string, Promise<void>>();

  /** Calls `change` in its turn and settles with its result. */
  async take<Result>(key: string, change: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key);
    let end = (): void => undefined;
    const turn = new Promise<void>((resolve) => (end = resolve));
    this.#last.set(key, turn);
    try {
      if (before !== undefined) await Promise.race([before, pause(PATIENCE_MS, undefined, { ref: false })]);
      return await change();
    } finally {
      end();
      if (this.#last.get(key) === turn) this.#last.delete(key);
    }
  }
}
