import { type Kind, resourceById } from '../../../spec/surface/resources.ts';
import type { Edit } from '../../program/program.ts';
import { minimalObject, operationsOf, resourceOf, type Steps, stepsOn } from '../cases.ts';
import type { Operation, Program, Step, Template } from '../rule.ts';

/** How long a case waits for a controller, in milliseconds. */
export const ACTS_WITHIN_MS = 8_000;
/** After this time, in milliseconds, a missing action of a controller counts as missing. */
export const SETTLED_MS = 5_000;

export function createsOf(...kinds: readonly Kind[]): readonly Operation[] {
  return operationsOf(['create'], ({ kind }) => kinds.includes(kind));
}

/** Selects objects with the template labels of `{{a}}`, or of another name: the objects that controllers make of it. */
function madeFrom(name: string): { readonly labelSelector: string } {
  return { labelSelector: `plumbline-template=${name}` };
}

export const PAUSE: Step = { do: 'pause', ms: SETTLED_MS + 1_000 };

const REPLICA_SETS = stepsOn(resourceById('replicasets.extensions'));

/** The steps of a deployment on which its controller acts: it is not paused, and its pods fit no node. */
export function onDeployment(
  operation: Operation,
  spec: Readonly<Record<string, Template>>,
  name = '{{a}}',
): { readonly on: Steps; readonly make: Program } {
  const on = stepsOn(resourceOf(operation));
  const edits: Edit[] = [
    { remove: '/spec/paused' },
    ...Object.entries(spec).map(([member, to]): Edit => ({ set: `/spec/${member}`, to })),
  ];
  return {
    on,
    make: [
      REPLICA_SETS.watchList(`sets of ${name}`, { query: madeFrom(name) }),
      on.createHere({ $edit: minimalObject(on.resource, name), with: edits }, { as: 'made' }),
      { do: 'await', watch: `sets of ${name}`, until: { events: 1 }, within: ACTS_WITHIN_MS },
    ],
  };
}

/** A merge patch that changes the image of the template's only container, and sets other members of the spec. */
export function reimage(on: Steps, image: string, spec: Readonly<Record<string, Template>> = {}, name = '{{a}}'): Step {
  return on.patch(name, { spec: { ...spec, template: { spec: { containers: [{ name: 'c', image }] } } } });
}

/** Reads the present deployment and its replica sets. */
export function readBoth(on: Steps, name = '{{a}}'): Program {
  return [on.get(name), REPLICA_SETS.list({ query: madeFrom(name) })];
}
