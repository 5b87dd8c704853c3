/** An object that is, or may be, still on the target. */
export interface Left {
  readonly path: string;
  /** One line: `DELETE returned 500, and it is still there`. */
  readonly why: string;
}

/** The reason for an object that the server has promised to delete: it may go at any moment. */
export const BEING_DELETED = 'is being deleted, and the server has not completed that';

/**
 * The objects that a run must remove from its target, by path, and the state of each.
 *
 *     created('/api/v1/namespaces/a/pods/p'), kept(same, 'DELETE returned 500')  -> left: [{ path, why: 'DELETE returned 500' }]
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

  /** Records that the object could not be removed; `why` is one line. */
  kept(path: string, why: string): void {
    this.#gone.delete(path);
    this.#owed.set(path, why);
  }

  /** Why an object is not removed yet; `undefined` if it is. */
  why(path: string): string | undefined {
    return this.#owed.get(path);
  }

  /** Paths of the objects to remove. */
  paths(): string[] {
    return [...this.#owed.keys()];
  }

  left(): Left[] {
    return [...this.#owed].map(([path, why]) => ({ path, why }));
  }

  /** Paths of the removed objects. */
  gone(): string[] {
    return [...this.#gone];
  }
}
