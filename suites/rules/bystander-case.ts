import { type Resource, RESOURCES } from '../../spec/surface/resources.ts';
import type { Program, Step } from '../program/program.ts';
import { minimalObject } from '../oracle/objects/minimal-objects.ts';
import { makerOf, type Steps, stepsOn } from './steps.ts';

/** Names that begin alike, or end alike. */
const BYSTANDERS = ['{{ab}}', '{{a-b}}', '{{b}}', '{{b}}-{{a}}'] as const;

/**
 * Makes `{{a}}` and objects that a careless server could confuse with it: with similar names, with the same name in
 * other namespaces, and with the same name in every other kind. Reads all of them again after the write.
 */
export function bystanderCase(resource: Resource, write: readonly Step[]): Program {
  const [here, near, far] = [stepsOn(resource, 'ns1'), stepsOn(resource, 'ns11'), stepsOn(resource, 'ns2')];
  const others = [...(resource.namespaced ? [near, far] : []), ...otherKinds(resource)];
  const bystanders = [
    ...BYSTANDERS.map((name) => ({ on: here, name })),
    ...others.map((on) => ({ on, name: '{{a}}' })),
  ];
  return [
    here.create(minimalObject(here.maker, '{{a}}'), { as: 'made' }),
    atOnce(bystanders.map(({ on, name }) => on.create(minimalObject(on.maker, name)))),
    ...write,
    atOnce(bystanders.map(({ on, name }) => on.get(name))),
  ];
}

/** Steps on every other namespaced kind, each by the resource that creates its objects. */
export function otherKinds({ kind }: Resource): readonly Steps[] {
  const others = RESOURCES.filter((other) => other.namespaced && other.kind !== kind);
  return [...new Set(others.map(makerOf))].map((other) => stepsOn(other));
}

/** Runs independent steps concurrently. */
export function atOnce(steps: readonly Step[]): Step {
  return { do: 'together', branches: steps.map((step) => [step]) };
}
