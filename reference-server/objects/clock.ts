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

/** Caches the last formatted second: most timestamps are of the current one. */
let last = { second: Number.NaN, text: '' };

/** RFC 3339 in UTC with second precision, the format of all timestamps in objects: `2017-08-01T12:00:00Z`. */
export function timestamp(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  if (second !== last.second) last = { second, text: `${new Date(milliseconds).toISOString().slice(0, 19)}Z` };
  return last.text;
}
