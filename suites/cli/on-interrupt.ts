/** Exit code of a program that an interrupt ends. */
export const INTERRUPTED = 130;

/** How long the process may take to end after the second interrupt, in milliseconds. */
const LAST_WORDS_MS = 500;

/** Ctrl-C and TERM, as a run handles them. */
export interface Interrupt {
  /** Aborts at the first interrupt: the run cuts its cases, cleans up and reports. */
  readonly signal: AbortSignal;
  /** Aborts at the second interrupt: the run reports its leftovers, and the process ends within a second. */
  readonly again: AbortSignal;
  release(): void;
}

/** Handles interrupts from now on; a third one ends the process at once. */
export function onInterrupt(): Interrupt {
  const first = new AbortController();
  const second = new AbortController();
  const interrupt = (): void => {
    if (second.signal.aborted) process.exit(INTERRUPTED);
    if (!first.signal.aborted) {
      process.stderr.write('\ninterrupted: clearing away what the run made (once more to stop at once)\n');
      return first.abort();
    }
    setTimeout(() => process.exit(INTERRUPTED), LAST_WORDS_MS);
    second.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    signal: first.signal,
    again: second.signal,
    release() {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    },
  };
}
