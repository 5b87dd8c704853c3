import type { Operation, OperationId } from '../../../spec/surface/operations.ts';
import { resourceById } from '../../../spec/surface/resources.ts';

/** How much of a server does not answer. */
export type Scope = 'operation' | 'kind' | 'server';

/** Something that does not answer any more, so that nothing is sent to it. */
export interface Condition {
  readonly scope: Scope;
  /** The operation at which it showed; for a kind or the server, one of many. */
  readonly operation: Operation;
  /** What it does: `does not answer`, `stops the server`. */
  readonly what: string;
}

/** What of a server does not answer at present. */
export class Conditions {
  readonly #known = new Map<string, Condition>();

  declare(condition: Condition): void {
    this.#known.set(nameOf(condition), condition);
  }

  lift(condition: Condition): void {
    this.#known.delete(nameOf(condition));
  }

  /** Those that may pass, other than that of the server itself. */
  all(): Condition[] {
    return [...this.#known.values()].filter(({ scope }) => scope !== 'server');
  }

  /** Why the server as a whole is not asked any more, in one line. */
  ofServer(): string | undefined {
    const condition = [...this.#known.values()].find(({ scope }) => scope === 'server');
    return condition === undefined ? undefined : reasonOf(condition);
  }

  /** Why nothing is sent to any of these operations, in one line; `undefined` where something may be. */
  obstacle(operations: Iterable<Operation>): string | undefined {
    if (this.#known.size === 0) return undefined;
    for (const operation of operations) {
      const condition = [...this.#known.values()].find((each) => covers(each, operation));
      if (condition !== undefined) return reasonOf(condition);
    }
    return undefined;
  }
}

function covers({ scope, operation }: Condition, asked: Operation): boolean {
  if (scope === 'server') return true;
  return scope === 'kind' ? kindOf(operation) === kindOf(asked) : operation.id === asked.id;
}

/** The kind that an operation is on; of discovery, which is on none, its own id. */
export function kindOf({ resource, id }: Operation): string {
  return resource === undefined ? id : resourceById(resource).kind;
}

function nameOf({ scope, operation }: Condition): string {
  return `${scope} ${subjectOf(scope, operation)}`;
}

/** What a condition is of, as messages name it: `PATCH /api/v1/...`, `every operation on ConfigMap`, `the server`. */
export function subjectOf(scope: Scope, operation: Operation): string {
  if (scope === 'server') return 'the server';
  return scope === 'kind' ? `every operation on ${kindOf(operation)}` : (operation.id satisfies OperationId);
}

/** The rule that owns what does not answer. */
export const OWNER = 'world/keeps-answering';

function reasonOf({ scope, operation, what }: Condition): string {
  return `blocked by ${OWNER}: ${subjectOf(scope, operation)} ${what}`;
}
