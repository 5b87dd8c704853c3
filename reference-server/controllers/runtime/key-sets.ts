/** Sets of keys by name; empty sets are removed. */
export class KeySets {
  readonly #sets = new Map<string, Set<string>>();

  add(name: string, key: string): void {
    const keys = this.#sets.get(name);
    if (keys === undefined) this.#sets.set(name, new Set([key]));
    else keys.add(key);
  }

  delete(name: string, key: string): void {
    const keys = this.#sets.get(name);
    keys?.delete(key);
    if (keys?.size === 0) this.#sets.delete(name);
  }

  of(name: string): Iterable<string> {
    return this.#sets.get(name) ?? [];
  }
}
