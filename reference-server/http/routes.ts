import { OPERATIONS } from '../../spec/surface/operations.ts';
import type { Method, Verb } from '../../spec/surface/operations.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import { RESOURCES, resourceById } from '../../spec/surface/resources.ts';

/** What a request does: a verb of the surface, or the one thing that namespaces have beyond it. */
export type RouteVerb = Exclude<Verb, 'discover'> | 'finalize';

export interface Route {
  readonly verb: RouteVerb;
  readonly resource: Resource;
}

export interface RouteRow extends Route {
  readonly method: Method;
  /** Path template with `{namespace}` and `{name}`. */
  readonly path: string;
}

/** Every route of a resource: the surface's operations, and `/finalize` of the cluster-scoped kinds. */
export const ROUTES: readonly RouteRow[] = [
  ...OPERATIONS.flatMap(({ verb, resource, method, path }) =>
    verb === 'discover' || resource === undefined ? [] : [{ method, path, verb, resource: resourceById(resource) }],
  ),
  ...RESOURCES.filter(({ namespaced }) => !namespaced).map((resource): RouteRow => ({
    method: 'PUT',
    path: `${resource.prefix}/${resource.plural}/{name}/finalize`,
    verb: 'finalize',
    resource,
  })),
];
