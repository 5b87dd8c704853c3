/**
 * What was created on the target and is not known to be gone, by path. It is what a run still owes when it ends, however it ends.
 *
 *     created('/api/v1/namespaces/a/pods/p'), kept(same, 'DELETE answered 500')  -> leftovers: ['/api/v1/namespaces/a/pods/p: DELETE answered 500']
 *     removed(same)                                                               -> leftovers: []
 */
export class Ledger {
  readonly #owed = new Map<string, string>();

  created(path: string): void {
    if (!this.#owed.has(path)) this.#owed.set(path, 'not removed yet');
  }

  removed(path: string): void {
    this.#owed.delete(path);
  }

  /** It could not be removed; `why` is one line. */
  kept(path: string, why: string): void {
    this.#owed.set(path, why);
  }

  /** Paths that are still owed. */
  paths(): string[] {
    return [...this.#owed.keys()];
  }

  /** One line for each: path and why. */
  leftovers(): string[] {
    return [...this.#owed].map(([path, why]) => `${path}: ${why}`);
  }
}
