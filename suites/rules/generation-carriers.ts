import type { Resource } from '../../spec/surface/resources.ts';
import { identifyingMember } from '../generators/changes.ts';

/**
 * Resources with a spec that clients may change. The document gives every object a generation, but leaves open which kinds
 * set it. A rule about it does not apply to objects without one.
 */
export function generationCarriers(resource: Resource): boolean {
  const { path } = identifyingMember(resource, 'x');
  return path[0] === 'spec';
}

/** Whether the resource has a pod template of its own: such specs have `minReadySeconds` too. */
export function hasTemplate(resource: Resource): boolean {
  return identifyingMember(resource, 'x').path[1] === 'template';
}
