/**
 * Requests that a rule may send beyond the cases that it was given, over all its operations: for more cases where those did not come to
 * where the rule applies. On a server that obeys, few rules need any; on one that does not, one rule could take the whole run.
 */
const EXTRA_REQUESTS = 4_000;

/** What each rule has taken of its share. */
export class Shares {
  readonly #spent = new Map<string, number>();

  spend(rule: string, requests: number): void {
    this.#spent.set(rule, (this.#spent.get(rule) ?? 0) + requests);
  }

  isSpent(rule: string): boolean {
    return (this.#spent.get(rule) ?? 0) >= EXTRA_REQUESTS;
  }
}
