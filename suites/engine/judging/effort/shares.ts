/**
 * How many extra requests a rule may send, over all its operations, for more cases if the planned ones did not
 * apply. On a compliant server few rules need any. On a faulty server, a single rule could otherwise use up the
 * whole run.
 */
const EXTRA_REQUESTS = 4_000;

/** The extra requests that each rule has used. */
export class Shares {
  readonly #spent = new Map<string, number>();

  spend(rule: string, requests: number): void {
    this.#spent.set(rule, (this.#spent.get(rule) ?? 0) + requests);
  }

  isSpent(rule: string): boolean {
    return (this.#spent.get(rule) ?? 0) >= EXTRA_REQUESTS;
  }
}
