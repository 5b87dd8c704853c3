import { type Operation, OPERATIONS, type Verb } from '../../spec/surface/operations.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import { resourceOf } from './steps.ts';

/** Every operation with these verbs, tabulated or not, on the resources that match. */
export function operationsOf(
  verbs: readonly Verb[],
  wanted: (resource: Resource) => boolean = () => true,
): readonly Operation[] {
  return OPERATIONS.filter(
    (operation) => operation.resource !== undefined && verbs.includes(operation.verb) && wanted(resourceOf(operation)),
  );
}
