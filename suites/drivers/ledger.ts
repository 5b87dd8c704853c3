/** An object that is still on the target, or may be. */
export interface Left {
  readonly path: string;
  /** One line: `DELETE answered 500, and it is still there`. */
  readonly why: string;
}

/** Why an object is left that the server has promised to remove: it may go at any moment. */
export const BEING_DELETED = 'is being deleted, and the server has not completed that';

/**
 * The objects that a run has to remove from its target, by path, and what became of each.
 *
 *     created('/api/v1/namespaces/a/pods/p'), kept(same, 'DELETE answered 500')  -> left: [{ path, why: 'DELETE answered 500' }]
 *     removed(same)                                                               -> left: [], gone: [path]
 */
export class Ledger {
  readonly #owed = new Map<string, string>();
  readonly #gone = new Set<string>();

  created(path: string): void {
    if (!this.#owed.has(path)) this.#owed.set(path, 'not removed yet');
  }

  removed(path: string): void {
    if (this.#owed.delete(path)) this.#gone.add(path);
  }

  /** The object could not be removed; `why` is one line. */
  kept(path: string, why: string): void {
    this.#gone.delete(path);
    this.#owed.set(path, why);
  }

  /** Why an object is still owed; `undefined` if it is not. */
  why(path: string): string | undefined {
    return this.#owed.get(path);
  }

  /** Paths of what is owed. */
  paths(): string[] {
    return [...this.#owed.keys()];
  }

  left(): Left[] {
    return [...this.#owed].map(([path, why]) => ({ path, why }));
  }

  /** Paths of what was owed and is removed. */
  gone(): string[] {
    return [...this.#gone];
  }
}
