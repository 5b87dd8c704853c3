/** Admits cases, except while one caller needs the server for itself. */
export class CaseGate {
  #inside = 0;
  #barred: Promise<void> | undefined;
  #onEmpty: (() => void)[] = [];

  /** Resolves when the caller may enter. */
  async enter(): Promise<void> {
    while (this.#barred !== undefined) await this.#barred;
    this.#inside += 1;
  }

  leave(): void {
    this.#inside -= 1;
    if (this.#inside === 0) for (const wake of this.#onEmpty.splice(0)) wake();
  }

  /** Closes the gate, waits until everybody has left, does the work, and opens again. */
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
