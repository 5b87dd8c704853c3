/** The source of time. Tests and `--clock-speed` supply their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once after this delay, which has no upper limit. The timer does not keep the process alive. */
  after(milliseconds: number, callback: () => void): Timer;
}

export interface Timer {
  cancel(): void;
}

/** Node's longest timer; beyond it `setTimeout` would fire at once. */
const LONGEST = 2 ** 31 - 1;

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const due = Date.now() + milliseconds;
    const step = (): NodeJS.Timeout => {
      const left = due - Date.now();
      return setTimeout(
        left > LONGEST ? () => (timeout = step()) : callback,
        Math.min(Math.max(left, 0), LONGEST),
      ).unref();
    };
    let timeout = step();
    return { cancel: () => clearTimeout(timeout) };
  },
};
