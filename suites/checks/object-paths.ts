import type { ObjectKey } from '../oracle/observed-state.ts';
import { RESOURCES } from '../../spec/surface/resources.ts';

/** The path of an object in each group version of its kind. */
export function pathsOf({ kind, namespace, name }: Pick<ObjectKey, 'kind' | 'namespace' | 'name'>): string[] {
  return RESOURCES.filter((gvr) => gvr.kind === kind).map(
    ({ prefix, namespaced, plural }) => `${prefix}${namespaced ? `/namespaces/${namespace}` : ''}/${plural}/${name}`,
  );
}
