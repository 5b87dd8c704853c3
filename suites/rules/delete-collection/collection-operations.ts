import type { Operation } from '../../../spec/surface/operations.ts';
import type { Program, Step, Template } from '../../drivers/program.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { operationsOf } from '../operations-of.ts';
import { labelled } from '../selectors/selection-cases.ts';
import type { Extra, Steps } from '../steps.ts';
import { AT_ONCE, resourceOf, stepsOn } from '../steps.ts';

/** Collection deletes of namespaced resources. What a cluster-scoped collection holds is never the suite's alone, so none is deleted. */
export const COLLECTION_DELETES: readonly Operation[] = operationsOf(['deleteCollection'], ({ namespaced }) => namespaced);

const NAMES = ['{{a}}', '{{ab}}', '{{b}}', '{{abc}}'] as const;

/** The label that marks the objects of this case: every collection delete is restricted to them, whatever else it selects by. */
const CASE = 'plumbline-case={{case}}';

/** The query of a collection delete that reaches the objects of this case, restricted further by those selectors. */
export function ownQuery(labelSelector = '', fieldSelector = ''): Readonly<Record<string, Template>> {
  return { labelSelector: labelSelector === '' ? CASE : `${CASE},${labelSelector}`, ...(fieldSelector === '' ? {} : { fieldSelector }) };
}

/** The collection delete of the objects of this case. `extra.query` takes the place of its query. */
export function removeOwn(on: Steps, extra: Extra = {}): Step {
  return on.removeAll({ body: AT_ONCE, query: ownQuery(), ...extra });
}

/** Makes one object for each map of labels, at most four; without labels it is not even marked as one of the case. */
export function objectsWith(on: Steps, maps: readonly JsonObject[]): Program {
  return maps.map((map, index) => labelled(on, NAMES[index] ?? '{{c}}', map));
}

/** Looks for each of the objects that `objectsWith` makes, and for all of them. */
export function looksFor(on: Steps, count: number): Program {
  return [...NAMES.slice(0, count).map((name) => on.get(name)), on.list()];
}

/** The steps on the resource of an operation. */
export function stepsFor(operation: Operation): Steps {
  return stepsOn(resourceOf(operation));
}
