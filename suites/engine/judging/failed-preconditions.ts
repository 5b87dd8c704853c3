import type { OperationId } from '../../../spec/surface/operations.ts';
import type { Blocker } from './blame.ts';

/** Cases, of any rules, that show that a call of an operation does not do what it is for, after which it is taken not to. */
const SETTLED_AFTER = 4;

/**
 * The preconditions that fail on a target, as the cases of all rules show it. A rule that stands alone sends several cases before it is `blocked` by
 * another; what others have shown already, one case of it confirms:
 *
 *     four cases of any rules    GET .../watch/pods answers a list: blocked by watch/answers-a-stream
 *     every further rule         its first case meets the same      -> blocked, no case more
 */
export class FailedPreconditions {
  readonly #seen = new Map<OperationId, Map<string, number>>();

  get areNone(): boolean {
    return this.#seen.size === 0;
  }

  /** A case was blocked so. */
  note({ by, operation }: Blocker): void {
    if (operation === undefined) return;
    const owners = this.#seen.get(operation) ?? new Map<string, number>();
    this.#seen.set(operation, owners.set(by, (owners.get(by) ?? 0) + 1));
  }

  /** In a case of a rule that applied, calls of these operations did what they are for. */
  refute(operations: Iterable<OperationId>): void {
    for (const operation of operations) this.#seen.delete(operation);
  }

  /** Whether so many cases were blocked in the same way that another one adds nothing. */
  isSettled({ by, operation }: Blocker): boolean {
    return operation !== undefined && (this.#seen.get(operation)?.get(by) ?? 0) >= SETTLED_AFTER;
  }
}
