import { counted } from '../../../shared/counted.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { resourceById } from '../../../spec/surface/resources.ts';
import type { Assignment } from '../../engine/run-config.ts';

const IN_NAMESPACES: ReadonlySet<string> = new Set(
  OPERATIONS.filter(({ resource }) => resource !== undefined && resourceById(resource).namespaced).map(({ id }) => id),
);

/** The number of rules of a run that create objects in namespaces: `298 of 330 rules need a namespace`. */
export function namespaceNeeds(assignments: readonly Assignment[]): string {
  const rules = new Set(assignments.map(({ rule }) => rule));
  const needing = new Set(assignments.filter(({ operation }) => IN_NAMESPACES.has(operation)).map(({ rule }) => rule));
  return `${needing.size} of ${counted(rules.size, 'rule')} need${rules.size === 1 ? 's' : ''} a namespace`;
}
