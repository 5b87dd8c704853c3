import { type Resource, resourceById } from '../../spec/surface/resources.ts';
import type { NamedNamespace, Step } from '../program/program.ts';
import { minimalObject } from '../oracle/objects/minimal-objects.ts';
import { type Steps, stepsOn } from './steps.ts';

/** The name of a namespace in which nothing was ever created: the cases of a slot share its other namespaces. */
const NEW = '{{new}}';

/** Steps on a resource in the new namespace, which `makeNamespace` makes. */
export function stepsInNew(resource: Resource, name: NamedNamespace = NEW): Steps {
  return stepsOn(resource, name);
}

export function makeNamespace(name: NamedNamespace = NEW): Step {
  const on = stepsOn(resourceById('namespaces'));
  return on.create(minimalObject(on.resource, name));
}

export function removeNamespace(): Step {
  return stepsOn(resourceById('namespaces')).remove(NEW);
}
