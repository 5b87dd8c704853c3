/** Callers that wait for an event, each until it happens, its signal ends, or its time is up. */
export class Waiters {
  readonly #waiting = new Set<() => void>();

  /**
   * Resolves at the next `wake`, when the signal ends, or after so many milliseconds; the caller then checks its
   * condition again.
   */
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
