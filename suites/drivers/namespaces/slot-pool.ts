import type { SlotNamespaces } from './slot-namespaces.ts';

/** Lends each slot to one case at a time; callers wait in turn if none is free. */
export class SlotPool {
  readonly #free: SlotNamespaces[];
  readonly #waiting: ((slot: SlotNamespaces) => void)[] = [];

  constructor(slots: readonly SlotNamespaces[]) {
    this.#free = [...slots];
  }

  async acquire(): Promise<SlotNamespaces> {
    const slot = this.#free.pop();
    return slot ?? new Promise((resolve) => this.#waiting.push(resolve));
  }

  release(slot: SlotNamespaces): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(slot);
    else next(slot);
  }
}
