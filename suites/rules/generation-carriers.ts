import type { Resource } from '../../spec/surface/resources.ts';
import { identifyingMember } from '../generators/changes.ts';

/**
 * Resources with a pod template of their own that clients may change. The document gives every object a generation,
 * but leaves open which kinds set it. A rule about it does not apply to objects without one.
 */
export function generationCarriers(resource: Resource): boolean {
  const { path } = identifyingMember(resource, 'x');
  return resource.hasStatus && path[0] === 'spec' && path[1] === 'template';
}
