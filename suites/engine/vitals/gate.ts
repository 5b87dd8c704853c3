/** Lets cases in, except while somebody has to be alone with the server. */
export class Gate {
  #inside = 0;
  #barred: Promise<void> | undefined;
  #onEmpty: (() => void)[] = [];

  /** Resolves when the caller may go in. */
  async enter(): Promise<void> {
    while (this.#barred !== undefined) await this.#barred;
    this.#inside += 1;
  }

  leave(): void {
    this.#inside -= 1;
    if (this.#inside === 0) for (const wake of this.#onEmpty.splice(0)) wake();
  }

  /** Lets nobody in, waits until everybody has left, and lets cases in again when the work is done. */
  async alone(work: () => Promise<void>): Promise<void> {
    while (this.#barred !== undefined) await this.#barred;
    let release = (): void => undefined;
    this.#barred = new Promise((resolve) => {
      release = resolve;
    });
    try {
      if (this.#inside > 0) await new Promise<void>((resolve) => this.#onEmpty.push(resolve));
      await work();
    } finally {
      this.#barred = undefined;
      release();
    }
  }
}
