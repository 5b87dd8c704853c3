/**
 * `--bail`: one failure at a time. Who finds one holds up all others before their next case until it is known whether the failure stands;
 * where it does, nobody goes on.
 *
 *     a: turn, send, turn, send, broken: hold, shrink, send again: settle(stands)
 *     b: turn, send, turn ...................................................... finds the run stopped
 *     c: turn, send, broken: hold ............................................... is told that there is one already
 */
export class Bail {
  #holder: string | undefined;
  #stands = false;
  #released: Promise<void> = Promise.resolve();
  #release = (): void => undefined;

  /** Resolves when nobody else is looking into a failure. `who` names a rule and operation. */
  async turn(who: string): Promise<void> {
    while (this.#holder !== undefined && this.#holder !== who) await this.#released;
  }

  /** Waits for its turn to look into a failure. @returns whether it may: not where another one stands already */
  async hold(who: string): Promise<boolean> {
    // Not by `turn`: between its end and ours another one could take hold.
    while (this.#holder !== undefined && this.#holder !== who) await this.#released;
    if (this.#stands || this.#holder === who) return !this.#stands;
    this.#holder = who;
    this.#released = new Promise((resolve) => {
      this.#release = resolve;
    });
    return true;
  }

  /** Lets the others go on, where it was this one that held them up. */
  settle(who: string, stands: boolean): void {
    if (this.#holder !== who) return;
    this.#holder = undefined;
    this.#stands = stands;
    this.#release();
  }
}
