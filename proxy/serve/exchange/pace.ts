/** The speed of recorded streams: a multiple of the recorded speed, or without waiting. */
export type Speed = number | 'instant';

/** Resolves after so many recorded milliseconds, at once if the signal has ended. */
export function pause(recordedMs: number, speed: Speed, gone: AbortSignal): Promise<void> {
  const ms = speed === 'instant' ? 0 : recordedMs / speed;
  if (ms <= 0 || gone.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      gone.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(ms, LONGEST_TIMER_MS));
    gone.addEventListener('abort', done);
  });
}

/** The longest delay of node's timers. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
