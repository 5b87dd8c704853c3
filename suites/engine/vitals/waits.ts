import type { OperationId } from '../../../spec/surface/operations.ts';
import type { Patience } from './patience.ts';

/**
 * What is asked of a watch that was waited for less than the full time: whether its events are really missing, which is a failure, or whether
 * a rule really does not apply for want of them, which is none. Neither answers the other.
 */
export type Doubt = 'missing' | 'unapplied';

/** After so many full waits that brought nothing more, an operation's watches are taken to bring nothing. */
const SETTLED_AFTER: Readonly<Record<Doubt, number>> = { missing: 4, unapplied: 2 };

/** What the full patience has shown of watches that were waited for less: that it makes no difference, or that it does. */
export class Waits {
  readonly #patience: Pick<Patience, 'relent'>;
  readonly #inVain: Readonly<Record<Doubt, Map<OperationId, number>>> = { missing: new Map(), unapplied: new Map() };

  constructor(patience: Pick<Patience, 'relent'>) {
    this.#patience = patience;
  }

  /** Whether the full patience has been shown to make no difference to any of these. */
  areSettled(doubt: Doubt, operations: Iterable<OperationId>): boolean {
    return [...operations].every((operation) => (this.#inVain[doubt].get(operation) ?? 0) >= SETTLED_AFTER[doubt]);
  }

  /** The full patience made no difference. */
  settle(doubt: Doubt, operations: Iterable<OperationId>): void {
    for (const operation of operations)
      this.#inVain[doubt].set(operation, (this.#inVain[doubt].get(operation) ?? 0) + 1);
  }

  /** The full patience brought what the learned one did not: these get it from now on. */
  relent(operations: Iterable<OperationId>): void {
    for (const operation of operations) this.#patience.relent(operation);
  }
}
