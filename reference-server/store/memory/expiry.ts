import type { Lifetime } from '../store.ts';

/** Defines when the values of a store in memory expire. */
export interface Aging<Value> {
  readonly lifetime: Lifetime<Value>;
  /** Calls back once after this delay, unless cancelled. */
  readonly after: (milliseconds: number, callback: () => void) => { cancel(): void };
}

/**
 * Expires values.
 *
 * A worked example, of values that last an hour: `x` is written at 0:00 and again at 0:40. `y` is written at 0:10
 * and deleted at 0:20. `x` expires at 1:40; nothing happens at 1:00 and 1:10.
 */
export class Expiry<Value> {
  readonly #aging: Aging<Value>;
  readonly #end: (key: string) => void;
  readonly #timers = new Map<string, { cancel(): void }>();

  /** @param end called when the value of the key expires */
  constructor(aging: Aging<Value>, end: (key: string) => void) {
    this.#aging = aging;
    this.#end = end;
  }

  /** Call after the value is written. */
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

  /** Call after the key is deleted. */
  gone(key: string): void {
    this.#timers.get(key)?.cancel();
    this.#timers.delete(key);
  }

  /** Cancels all expiry. */
  stop(): void {
    for (const timer of this.#timers.values()) timer.cancel();
    this.#timers.clear();
  }
}
