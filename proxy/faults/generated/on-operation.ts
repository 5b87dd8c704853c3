import { type Operation, OPERATIONS } from '../../../spec/surface/operations.ts';
import { type Resource, resourceById } from '../../../spec/surface/resources.ts';
import type { FaultyRequest, Hooks } from '../fault.ts';
import type { GeneratedFault } from './generated-fault.ts';
import type { Witness } from './witness.ts';

/** An operation of the document's tables, with its resource; discovery has none. */
export interface FaultyOperation {
  readonly operation: Operation;
  readonly resource: Resource;
  /** `deleteCollection/pods`: its part of the names of faults. */
  readonly label: string;
}

/** The operations of the tables on a resource; a server may lack all others. */
export const SUBJECTS: readonly FaultyOperation[] = OPERATIONS.flatMap((operation) => {
  if (!operation.tabulated || operation.resource === undefined) return [];
  return [{ operation, resource: resourceById(operation.resource), label: `${operation.verb}/${operation.resource}` }];
});

/** Whether a request is of that operation. A list with `watch=true` is a list. */
export function isOf({ call, path }: FaultyRequest, operation: Operation): boolean {
  return (
    call?.verb === operation.verb &&
    call.resource?.id === operation.resource &&
    (operation.resource !== undefined || path.replace(/\/$/, '') === operation.path)
  );
}

/** Makes the faults of a family, each on one operation. */
export function faultOn(family: GeneratedFault['family']) {
  return (
    { operation, label }: FaultyOperation,
    how: string,
    does: string,
    clause: string,
    witness: Witness,
    hooks: () => Hooks,
  ): GeneratedFault => ({
    name: `${family}/${label}/${how}`,
    family,
    summary: `${operation.id} ${does}.`,
    operations: [operation.id],
    clause,
    witness,
    hooks,
  });
}
