import { operationsOf } from '../../spec/surface/operations.ts';
import type { Method, Verb } from '../../spec/surface/operations.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import { SCOPES } from '../objects/namespace-guard.ts';
import { SERVED_RESOURCES } from '../resources/served-resources.ts';

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

/** Every route of a resource: the surface's operations, and `/finalize` of what scopes the others. */
export const ROUTES: readonly RouteRow[] = [
  ...SERVED_RESOURCES.flatMap((resource) => operationsOf(resource).map(({ verb, method, path }): RouteRow => ({ method, path, verb: verb as RouteVerb, resource }))),
  { method: 'PUT', path: `${SCOPES.prefix}/${SCOPES.plural}/{name}/finalize`, verb: 'finalize', resource: SCOPES },
];
