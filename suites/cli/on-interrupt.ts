/** How a program ends that is interrupted before it has come to its own end. */
export const INTERRUPTED = 130;

/** A signal that aborts at the first Ctrl-C or TERM, so that the run is cleared away and reported; a second one ends the process at once. */
export interface Interrupt {
  readonly signal: AbortSignal;
  release(): void;
}

export function onInterrupt(): Interrupt {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED);
    process.stderr.write('\ninterrupted: clearing away what the run made (once more to stop at once)\n');
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    signal: controller.signal,
    release() {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    },
  };
}
