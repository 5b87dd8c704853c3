import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { discoveries, type Discovery } from '../../checks/media/discovery.ts';
import { fc, exercise } from '../cases.ts';
import type { Check, Finding, Operation, Resource, Rule } from '../rule.ts';

export const DISCOVERIES: readonly Operation[] = OPERATIONS.filter(({ verb }) => verb === 'discover');

/** A rule about discovery documents: its cases get each document once. */
export function discoveryRule(parts: Pick<Rule, 'id' | 'level' | 'title' | 'cites'>, check: Check): Rule {
  return {
    ...parts,
    operations: DISCOVERIES,
    needs: [],
    cases: (operation) => fc.constant(exercise(operation)),
    check,
    least: 1,
  };
}

/** The check that judges each of the document's resources in the discovery document of its group-version. */
export function ofEachResource(judge: (resource: Resource, discovery: Discovery) => Iterable<Finding>): Check {
  return function* (history) {
    for (const discovery of discoveries(history))
      for (const resource of discovery.resources) yield* judge(resource, discovery);
  };
}
