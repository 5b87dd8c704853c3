import type { OperationId } from '../../../spec/surface/operations.ts';
import type { Patience } from './patience.ts';

/**
 * The open question after a wait of less than the full time: whether events are really missing, which is a failure,
 * or whether a rule does not apply because they are missing, which is none. An answer to one does not answer the other.
 */
export type Doubt = 'missing' | 'unapplied';

/** After this many fruitless full waits, an operation's watches count as silent. */
const SETTLED_AFTER: Readonly<Record<Doubt, number>> = { missing: 4, unapplied: 2 };

const OF_SILENT_WATCHES: Readonly<Record<Doubt, number>> = { missing: 0, unapplied: 1 };

/** For watches that were first waited for less than the full time: how often the full patience brought no event. */
export class Waits {
  readonly #patience: Pick<Patience, 'relent' | 'isSilent'>;
  readonly #inVain: Readonly<Record<Doubt, Map<OperationId, number>>> = { missing: new Map(), unapplied: new Map() };

  constructor(patience: Pick<Patience, 'relent' | 'isSilent'>) {
    this.#patience = patience;
  }

  /**
   * Whether the full patience has made no difference to any of these operations. What a silent watch lacks is missing
   * without more proof, and one more full wait is enough for rules that do not apply.
   */
  areSettled(doubt: Doubt, operations: Iterable<OperationId>): boolean {
    return [...operations].every((operation) => {
      const inVain = this.#inVain[doubt].get(operation) ?? 0;
      return inVain >= (this.#patience.isSilent(operation) ? OF_SILENT_WATCHES : SETTLED_AFTER)[doubt];
    });
  }

  /** Whether the watches of that operation deliver nothing, for however long they are awaited. */
  isSilent(operation: OperationId): boolean {
    return this.#patience.isSilent(operation);
  }

  /** The full patience made no difference. */
  settle(doubt: Doubt, operations: Iterable<OperationId>): void {
    for (const operation of operations)
      this.#inVain[doubt].set(operation, (this.#inVain[doubt].get(operation) ?? 0) + 1);
  }

  /** Only the full patience brought events: these operations get it from now on. */
  relent(operations: Iterable<OperationId>): void {
    for (const operation of operations) this.#patience.relent(operation);
  }
}
