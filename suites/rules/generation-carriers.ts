import type { Resource } from '../../spec/surface/resources.ts';
import { identifyingMember } from '../generators/changes.ts';

/**
 * Resources with a spec that clients may change. The document gives every object a generation,
 * but leaves open which kinds set it. A rule about it does not apply to objects without one.
 */
export function generationCarriers(resource: Resource): boolean {
  const { path } = identifyingMember(resource, 'x');
  return path[0] === 'spec';
}
