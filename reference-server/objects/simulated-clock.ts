import { type Clock, SYSTEM_CLOCK, type Timer } from './clock.ts';

/** A hundred years, the largest advance at once; beyond it dates would no longer fit their format. */
export const FARTHEST_MS = 100 * 366 * 24 * 3_600_000;

interface Pending {
  readonly due: number;
  readonly callback: () => void;
  armed: Timer | undefined;
}

/**
 * A clock that starts at the time of another clock, or later, runs faster by a factor, and can be advanced.
 *
 * A worked example, at a speed of 60: after a second of real time, a minute has passed. A timer of 10 minutes fires
 * after 10 seconds. It fires at once if `advance(600_000)` is called, and the clock is then 10 minutes later.
 */
export class SimulatedClock implements Clock {
  readonly #real: Clock;
  readonly #speed: number;
  /** Time of the other clock when this clock started. */
  readonly #began: number;
  readonly #pending = new Set<Pending>();
  #advanced = 0;
  /** The frozen time of the current stop during an advance. */
  #standing: number | undefined;
  #moves: Promise<unknown> = Promise.resolve();

  /** At `speed` 0 the clock stands still until it is advanced. It starts no earlier than `earliest`. */
  constructor(speed: number, real: Clock = SYSTEM_CLOCK, earliest = Number.NEGATIVE_INFINITY) {
    this.#speed = speed;
    this.#real = real;
    this.#began = real.now();
    this.#advanced = Math.max(0, earliest - this.#began);
  }

  now(): number {
    return Math.floor(this.#standing ?? this.#began + (this.#real.now() - this.#began) * this.#speed + this.#advanced);
  }

  after(milliseconds: number, callback: () => void): Timer {
    const pending: Pending = { due: this.now() + milliseconds, callback, armed: undefined };
    this.#pending.add(pending);
    this.#arm(pending);
    return {
      cancel: () => {
        pending.armed?.cancel();
        this.#pending.delete(pending);
      },
    };
  }

  /**
   * Advances the clock. It stops at each due timer, fires it, and continues when `settled` resolves. Effects of a
   * timer therefore happen at its time and not at the end. Concurrent advances run one after another.
   *
   * Resolves with whether everything settled at each stop. After a stop that did not settle, `settled` is asked to
   * be less patient. The clock stays at a stop if `wanted` is false there.
   */
  advance(
    milliseconds: number,
    settled: (patient: boolean) => Promise<boolean> = async () => true,
    wanted = (): boolean => true,
  ): Promise<boolean> {
    const move = this.#moves.then(() => this.#advance(milliseconds, settled, wanted));
    this.#moves = move.catch(() => false);
    return move;
  }

  async #advance(
    milliseconds: number,
    settled: (patient: boolean) => Promise<boolean>,
    wanted: () => boolean,
  ): Promise<boolean> {
    let all = await settled(true);
    const from = this.now();
    const until = from + milliseconds;
    this.#standing = from;
    try {
      for (let next = this.#nextUntil(until); next !== undefined && wanted(); next = this.#nextUntil(until)) {
        this.#standing = Math.max(this.#standing, next.due);
        for (const pending of [...this.#pending].filter(({ due }) => due === next?.due)) this.#fire(pending);
        all = (await settled(all)) && all;
      }
      if (wanted()) this.#standing = until;
    } finally {
      const reached = this.#standing;
      this.#standing = undefined;
      this.#advanced += reached - this.now();
      for (const pending of this.#pending) this.#arm(pending);
    }
    return all;
  }

  #nextUntil(until: number): Pending | undefined {
    let next: Pending | undefined;
    for (const pending of this.#pending)
      if (pending.due <= until && (next === undefined || pending.due < next.due)) next = pending;
    return next;
  }

  /**
   * Arms a timer of the other clock. During an advance it arms none; at speed 0 it arms only timers that are due now.
   */
  #arm(pending: Pending): void {
    pending.armed?.cancel();
    const left = Math.max(0, pending.due - this.now());
    if ((this.#speed === 0 && left > 0) || this.#standing !== undefined) return;
    const call = (): void => {
      if (this.#standing === undefined) this.#fire(pending);
    };
    pending.armed = this.#real.after(left === 0 ? 0 : Math.ceil(left / this.#speed), call);
  }

  #fire(pending: Pending): void {
    pending.armed?.cancel();
    if (this.#pending.delete(pending)) pending.callback();
  }
}
