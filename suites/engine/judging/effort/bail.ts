/**
 * `--bail`: one failure at a time. The first failing assignment holds all others before their next case until the
 * failure is confirmed or refuted. If it is confirmed, all others stop.
 *
 *     a: turn, send, turn, send, broken: hold, shrink, send again: settle(stands)
 *     b: turn, send, turn ...................................................... finds the run stopped
 *     c: turn, send, broken: hold ............................................... returns false: a failure stands already
 */
export class Bail {
  #holder: string | undefined;
  #stands = false;
  #released: Promise<void> = Promise.resolve();
  #release = (): void => undefined;

  /** Resolves when no other assignment is investigating a failure. `who` names a rule and operation. */
  async turn(who: string): Promise<void> {
    while (this.#holder !== undefined && this.#holder !== who) await this.#released;
  }

  /** Waits for its turn to investigate a failure. @returns false if another failure is already confirmed */
  async hold(who: string): Promise<boolean> {
    // `turn` is not enough: another assignment could take hold between its end and this line.
    while (this.#holder !== undefined && this.#holder !== who) await this.#released;
    if (this.#stands || this.#holder === who) return !this.#stands;
    this.#holder = who;
    this.#released = new Promise((resolve) => {
      this.#release = resolve;
    });
    return true;
  }

  /** Lets the others continue, if `who` held them. */
  settle(who: string, stands: boolean): void {
    if (this.#holder !== who) return;
    this.#holder = undefined;
    this.#stands = stands;
    this.#release();
  }
}
