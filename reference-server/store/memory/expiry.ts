import type { Lifetime } from '../store.ts';

/** What tells a store in memory which values end by themselves, and when their time has come. */
export interface Aging<Value> {
  readonly lifetime: Lifetime<Value>;
  /** Calls back once after so many milliseconds, unless it is cancelled before. */
  readonly after: (milliseconds: number, callback: () => void) => { cancel(): void };
}

/**
 * The values that end by themselves.
 *
 * A worked example, of values that last an hour: `x` is written at 0:00 and again at 0:40, `y` at 0:10 and removed at 0:20. At 1:40 the end of `x`
 * has come; nothing happens at 1:00 and at 1:10.
 */
export class Expiry<Value> {
  readonly #aging: Aging<Value>;
  readonly #end: (key: string) => void;
  readonly #timers = new Map<string, { cancel(): void }>();

  /** @param end called when the time of what stands under that key has come */
  constructor(aging: Aging<Value>, end: (key: string) => void) {
    this.#aging = aging;
    this.#end = end;
  }

  /** The value has been written. */
  written(key: string, value: Value): void {
    if (this.#timers.size > 0) this.gone(key);
    const milliseconds = this.#aging.lifetime(value);
    if (milliseconds === undefined) return;
    const end = (): void => {
      this.#timers.delete(key);
      this.#end(key);
    };
    this.#timers.set(key, this.#aging.after(milliseconds, end));
  }

  /** What stood under the key is no more. */
  gone(key: string): void {
    this.#timers.get(key)?.cancel();
    this.#timers.delete(key);
  }

  /** Nothing ends any more. */
  stop(): void {
    for (const timer of this.#timers.values()) timer.cancel();
    this.#timers.clear();
  }
}
