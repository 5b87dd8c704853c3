/** How fast recorded streams are served: as a multiple of the recorded speed, or without waiting. */
export type Speed = number | 'instant';

/** Resolves after so many recorded milliseconds, at once where the signal has ended. */
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

/** What node's timers take at most. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
