import { resourceById } from '../../spec/surface/resources.ts';
import { minimalObject, type Steps, stepsOn } from './cases.ts';
import type { Step } from './rule.ts';

/**
 * Creates an object of another kind with that name, and annotations of its own, in the same namespace; only if the
 * resource has namespaces.
 */
export function namesakeOfAnotherKind({ resource }: Steps, name: string): readonly Step[] {
  if (!resource.namespaced) return [];
  const other = stepsOn(resourceById(resource.kind === 'ConfigMap' ? 'secrets' : 'configmaps'));
  const metadata = { name, annotations: { of: other.resource.kind } };
  return [other.create({ ...minimalObject(other.maker, name), metadata })];
}
