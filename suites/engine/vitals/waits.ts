import type { OperationId } from '../../../spec/surface/operations.ts';
import type { Patience } from './patience.ts';

/** After so many full waits that brought nothing more, an operation's watches are taken to bring nothing. */
const SETTLED_AFTER = 2;

/** What the full patience has shown of watches that were waited for less: that it makes no difference, or that it does. */
export class Waits {
  readonly #patience: Pick<Patience, 'relent'>;
  readonly #inVain = new Map<OperationId, number>();

  constructor(patience: Pick<Patience, 'relent'>) {
    this.#patience = patience;
  }

  /** Whether the full patience has been shown to make no difference to any of these. */
  areSettled(operations: Iterable<OperationId>): boolean {
    return [...operations].every((operation) => (this.#inVain.get(operation) ?? 0) >= SETTLED_AFTER);
  }

  /** The full patience made no difference. */
  settle(operations: Iterable<OperationId>): void {
    for (const operation of operations) this.#inVain.set(operation, (this.#inVain.get(operation) ?? 0) + 1);
  }

  /** The full patience brought what the learned one did not: these get it from now on. */
  relent(operations: Iterable<OperationId>): void {
    for (const operation of operations) this.#patience.relent(operation);
  }
}
