import type { Clock, Timer } from './clock.ts';
import { SYSTEM_CLOCK } from './clock.ts';

interface Pending {
  readonly due: number;
  readonly callback: () => void;
  armed: Timer | undefined;
}

/**
 * A clock that starts at the time of another, or at a later one, runs so many times as fast, and can be moved on.
 *
 * A worked example, at a speed of 60: after a second of real time it is a minute later; a timer of 10 minutes fires after 10 seconds,
 * or at once when `advance(600_000)` is called, which leaves the clock 10 minutes later than it was.
 */
export class SimulatedClock implements Clock {
  readonly #real: Clock;
  readonly #speed: number;
  /** What the other clock said when this one started. */
  readonly #began: number;
  readonly #pending = new Set<Pending>();
  #advanced = 0;
  /** While it is being moved on, the time at which it stands. */
  #standing: number | undefined;
  #moves: Promise<unknown> = Promise.resolve();

  /** A `speed` of 0 stands still until it is moved on; it starts no earlier than `earliest`. */
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
   * Moves the clock on. It stops at each time at which a timer is due, fires it, and goes on when `settled` resolves, so that what
   * follows from a timer happens at its time and not at the end. Moves that are asked for meanwhile follow in their turn.
   *
   * Resolves with whether all was settled at each stop. After one at which it was not, `settled` is told to be less patient. At a stop from which
   * on the move is not `wanted` any more the clock stays.
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

  /** Asks the other clock to call when it is due; not while this one stands, unless that is now. */
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
