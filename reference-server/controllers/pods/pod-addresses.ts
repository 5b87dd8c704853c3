/** The address of each pod. Addresses are assigned in order, so a released one is not reused soon. */
export class PodAddresses {
  readonly #byPod = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();

  /**
   * The address of the pod with that key: its present one, `known` if it had one before, else a free one of the
   * network.
   */
  of(key: string, network: string, known: string): string {
    const given = this.#byPod.get(key) ?? (known === '' ? this.#free(network) : known);
    this.#byPod.set(key, given);
    this.#taken.add(given);
    return given;
  }

  release(key: string): void {
    const address = this.#byPod.get(key);
    if (address === undefined) return;
    this.#byPod.delete(key);
    this.#taken.delete(address);
  }

  /** Two numbers of 8 bits, with neither 0 nor 255 at the end; if all are taken, one is assigned twice. */
  #free(network: string): string {
    for (let tries = 0; ; tries += 1) {
      const next = (this.#next.get(network) ?? 0) % 65_024;
      this.#next.set(network, next + 1);
      const address = `${network}.${Math.floor(next / 254)}.${(next % 254) + 1}`;
      if (!this.#taken.has(address) || tries > 65_024) return address;
    }
  }
}
