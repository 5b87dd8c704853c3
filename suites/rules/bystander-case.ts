import type { Resource } from '../../spec/surface/resources.ts';
import type { Program, Step } from '../drivers/program.ts';
import { minimalObject } from '../generators/minimal-objects.ts';
import { stepsOn } from './steps.ts';

const BYSTANDERS = ['{{ab}}', '{{a-b}}', '{{b}}'] as const;

/** Makes `{{a}}` and objects that a careless server takes for it: names that begin alike, and that name in other namespaces. */
export function bystanderCase(resource: Resource, write: readonly Step[]): Program {
  const [here, near, far] = [stepsOn(resource, 'ns1'), stepsOn(resource, 'ns11'), stepsOn(resource, 'ns2')];
  const elsewhere = resource.namespaced ? [near, far] : [];
  return [
    here.create(minimalObject(here.maker, '{{a}}'), { as: 'made' }),
    ...BYSTANDERS.map((name) => here.create(minimalObject(here.maker, name))),
    ...elsewhere.map((on) => on.create(minimalObject(on.maker, '{{a}}'))),
    ...write,
    ...BYSTANDERS.map((name) => here.get(name)),
    ...elsewhere.map((on) => on.get('{{a}}')),
  ];
}
