import { operationFor } from '../../../spec/surface/operations.ts';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import { walkOf } from '../../generators/walks.ts';
import { type fc, inTurn, operationsOf, resourceOf } from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import type { Operation, Program, Resource, Step, Verb } from '../rule.ts';

/** Verbs that every step of a walk may need. */
export const WALKED: readonly Verb[] = ['create', 'get', 'list', 'replace', 'patch', 'delete'];

export const READS: readonly Operation[] = operationsOf(['get', 'list'], ({ namespaced }) => namespaced);

/** A walk over the resource of the operation, its other group-version, and another kind; then these last steps. */
export function walkFor(
  operation: Operation,
  length = 12,
  last: (resource: Resource) => readonly Step[] = () => [],
): fc.Arbitrary<Program> {
  const resource = resourceOf(operation);
  const others = RESOURCES.filter(
    ({ id, namespaced, kind }) =>
      namespaced &&
      kind !== resource.kind &&
      operationFor(id, 'create')?.tabulated === true &&
      operationFor(id, 'delete')?.tabulated === true,
  );
  const gvrs = [...new Set([resource, otherGroupVersion(resource)])];
  return inTurn(...others)
    .chain((other) => walkOf([...gvrs, other], length))
    .map((program) => [...program, ...last(resource)]);
}
