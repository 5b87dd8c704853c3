import type { OperationId } from '../../../../spec/surface/operations.ts';
import type { Blocker } from '../history/blame.ts';

/** The number of cases, of any rules, that must show an operation's failure before it counts as settled. */
const SETTLED_AFTER = 4;

/**
 * The failing preconditions of a target, by the cases of all rules. A rule alone sends several cases before it is
 * `blocked` by another. If other rules' cases have already shown the failure, one case is enough:
 *
 *     four cases of any rules    GET .../watch/pods returns a list: blocked by watch/answers-a-stream
 *     every further rule         its first case meets the same      -> blocked, no case more
 */
export class FailedPreconditions {
  readonly #seen = new Map<OperationId, Map<string, number>>();

  get areNone(): boolean {
    return this.#seen.size === 0;
  }

  /** Records that a case was blocked. */
  note({ by, operation }: Blocker): void {
    if (operation === undefined) return;
    const owners = this.#seen.get(operation) ?? new Map<string, number>();
    this.#seen.set(operation, owners.set(by, (owners.get(by) ?? 0) + 1));
  }

  /** Records that calls of these operations worked in a case of a rule that applied. */
  refute(operations: Iterable<OperationId>): void {
    for (const operation of operations) this.#seen.delete(operation);
  }

  /** Whether enough cases were blocked in the same way that another adds nothing. */
  isSettled({ by, operation }: Blocker): boolean {
    return operation !== undefined && (this.#seen.get(operation)?.get(by) ?? 0) >= SETTLED_AFTER;
  }
}
