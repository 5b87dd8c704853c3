import type { Operation, OperationId } from '../../../spec/surface/operations.ts';
import { resourceById } from '../../../spec/surface/resources.ts';

/** The part of a server that does not respond. */
export type HangScope = 'operation' | 'kind' | 'server';

/** A part of a server that stopped responding, so the run sends nothing to it. */
export interface Condition {
  readonly scope: HangScope;
  /** The operation that showed it; for a kind or the server, one of many. */
  readonly operation: Operation;
  /** The symptom: `does not answer`, `stops the server`. */
  readonly what: string;
}

/** The parts of a server that do not respond at present. */
export class Conditions {
  readonly #known = new Map<string, Condition>();

  declare(condition: Condition): void {
    this.#known.set(nameOf(condition), condition);
  }

  lift(condition: Condition): void {
    this.#known.delete(nameOf(condition));
  }

  /** Conditions that may pass, without that of the whole server. */
  all(): Condition[] {
    return [...this.#known.values()].filter(({ scope }) => scope !== 'server');
  }

  /** Why the run sends nothing to the whole server, in one line. */
  ofServer(): string | undefined {
    const condition = [...this.#known.values()].find(({ scope }) => scope === 'server');
    return condition === undefined ? undefined : reasonOf(condition);
  }

  /** Why the run sends nothing to any of these operations, in one line; `undefined` if it may. */
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

/** The kind of an operation; for discovery, which has none, its own id. */
export function kindOf({ resource, id }: Operation): string {
  return resource === undefined ? id : resourceById(resource).kind;
}

function nameOf({ scope, operation }: Condition): string {
  return `${scope} ${subjectOf(scope, operation)}`;
}

/**
 * The subject of a condition, as messages name it: `PATCH /api/v1/...`, `every operation on ConfigMap`, `the
 * server`.
 */
export function subjectOf(scope: HangScope, operation: Operation): string {
  if (scope === 'server') return 'the server';
  return scope === 'kind' ? `every operation on ${kindOf(operation)}` : (operation.id satisfies OperationId);
}

/** The rule that owns unanswered requests. */
export const OWNER = 'world/keeps-answering';

function reasonOf({ scope, operation, what }: Condition): string {
  return `blocked by ${OWNER}: ${subjectOf(scope, operation)} ${what}`;
}
