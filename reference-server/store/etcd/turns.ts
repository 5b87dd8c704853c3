import { setTimeout as pause } from 'node:timers/promises';

/** Who is before may be stuck with an etcd that does not answer. Turns are there for speed alone, so nobody waits longer for one. */
const PATIENCE_MS = 1000;

/**
 * Who changes one key takes turns with all others that change it here. Each would else begin with what the others are about to replace, and all
 * but one of them would begin anew.
 *
 * A worked example: three come for `x` and one for `y`. The first for `x` and the one for `y` begin at once, the second for `x` when the first has
 * ended, well or not.
 */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Settles as `change` does, which is called when its turn has come. */
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
