import { type Resource, RESOURCES } from '../../spec/surface/resources.ts';
import type { Program, Step } from '../program/program.ts';
import { minimalObject } from '../generators/minimal-objects.ts';
import { makerOf, type Steps, stepsOn } from './steps.ts';

const BYSTANDERS = ['{{ab}}', '{{a-b}}', '{{b}}'] as const;

/**
 * Makes `{{a}}` and objects that a careless server takes for it: names that begin alike, that name in other namespaces, and that name of
 * every other kind. Reads all of them again after the write.
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

/** Steps on every other namespaced kind, each by the resource that its objects are made through. */
export function otherKinds({ kind }: Resource): readonly Steps[] {
  const others = RESOURCES.filter((other) => other.namespaced && other.kind !== kind);
  return [...new Set(others.map(makerOf))].map((other) => stepsOn(other));
}

/** Steps of which none needs another. */
export function atOnce(steps: readonly Step[]): Step {
  return { do: 'together', branches: steps.map((step) => [step]) };
}
