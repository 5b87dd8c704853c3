import { ruleById } from '../../rules/index.ts';
import type { Assignment } from '../run-config.ts';

/** The assignments of a run in the order in which they are judged. */
export interface OrderedAssignments {
  /** Judged first, one after the other: their cases need a server to which nobody else writes (`Rule.alone`). */
  readonly alone: readonly Assignment[];
  /** Judged after them, many at a time. */
  readonly together: readonly Assignment[];
}

/** Divides the assignments of a run into those that are judged alone and the others. */
export function inOrder(assignments: readonly Assignment[]): OrderedAssignments {
  const isAlone = ({ rule }: Assignment): boolean => ruleById(rule)?.alone === true;
  return { alone: assignments.filter(isAlone), together: assignments.filter((each) => !isAlone(each)) };
}
