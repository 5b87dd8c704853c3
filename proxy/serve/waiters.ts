/** Those who wait for something to happen, each until it does, its signal has ended, or its time is up. */
export class Waiters {
  readonly #waiting = new Set<() => void>();

  /** Resolves at the next `wake`, when the signal ends, or after so many milliseconds; whoever waits looks again at what it waits for. */
  next(gone: AbortSignal, within?: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        gone.removeEventListener('abort', wake);
        resolve();
      };
      const timer = within === undefined ? undefined : setTimeout(wake, Math.max(0, within));
      this.#waiting.add(wake);
      gone.addEventListener('abort', wake);
    });
  }

  wake(): void {
    for (const wake of this.#waiting) wake();
  }
}
