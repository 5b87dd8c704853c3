import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { type Method, operationsOf, type Verb } from '../../../spec/surface/operations.ts';
import type { Resource } from '../../../spec/surface/resources.ts';
import { SCOPES } from '../../objects/namespace-guard.ts';
import { STRATEGIES } from '../../resources/registry.ts';
import {
  LATER_GROUP_VERSIONS,
  EARLIER_GROUP_VERSIONS,
  SCALED_ALONE,
  SERVED_RESOURCES,
} from '../../resources/served-resources.ts';
import type { Subresource } from '../../resources/strategy.ts';

/** The operation of a request: a verb of the surface, or an action of a kind. */
export type RouteVerb = Exclude<Verb, 'discover'> | ActionVerb;

/** Actions of some kinds beyond the surface, each at a path of its own. */
type ActionVerb =
  | 'finalize'
  | 'getScale'
  | 'replaceScale'
  | 'patchScale'
  | 'bind'
  | 'createBinding'
  | 'evict'
  | 'rollback';

export interface RoutedOperation {
  readonly verb: RouteVerb;
  readonly resource: Resource;
}

export interface RouteRow extends RoutedOperation {
  readonly method: Method;
  /** Path template with `{namespace}` and `{name}`. */
  readonly path: string;
}

type RouteAction = readonly [method: Method, verb: ActionVerb];

const ACTIONS: Readonly<Record<Subresource, readonly RouteAction[]>> = {
  scale: [
    ['GET', 'getScale'],
    ['PUT', 'replaceScale'],
    ['PATCH', 'patchScale'],
  ],
  binding: [['POST', 'bind']],
  eviction: [['POST', 'evict']],
  rollback: [['POST', 'rollback']],
};

function actionsOf(resource: Resource): RouteRow[] {
  const { subresources = [] } = STRATEGIES[resource.kind];
  // Later releases have no rollback: their clients use a patch.
  const offered = LATER_GROUP_VERSIONS.includes(resource)
    ? subresources.filter((name) => name !== 'rollback')
    : subresources;
  return offered.flatMap((name) =>
    ACTIONS[name].map(([method, verb]): RouteRow => ({
      method,
      path: `${resource.prefix}/namespaces/{namespace}/${resource.plural}/{name}/${name}`,
      verb,
      resource,
    })),
  );
}

function rowsOf(resource: Resource): RouteRow[] {
  return operationsOf(resource).map(({ verb, method, path }) => ({ method, path, verb: verb as RouteVerb, resource }));
}

/** Every route of most dialects: the surface's operations, the actions of each kind, and `/finalize` of namespaces. */
export const ROUTES: readonly RouteRow[] = [
  ...SERVED_RESOURCES.flatMap(rowsOf),
  ...SERVED_RESOURCES.flatMap(actionsOf),
  { method: 'PUT', path: `${SCOPES.prefix}/${SCOPES.plural}/{name}/finalize`, verb: 'finalize', resource: SCOPES },
];

/** Routes of some dialects only: older names, and other paths for binding pods and scaling replication controllers. */
const BESIDE: readonly RouteRow[] = [
  ...EARLIER_GROUP_VERSIONS.flatMap(rowsOf),
  ...SCALED_ALONE.flatMap(actionsOf),
  ...SERVED_RESOURCES.filter(({ kind }) => kind === 'Pod').map((resource): RouteRow => ({
    method: 'POST',
    path: `${resource.prefix}/namespaces/{namespace}/bindings`,
    verb: 'createBinding',
    resource,
  })),
];

/**
 * The routes of a dialect: some dialects have nothing of later releases, and some kinds lack operations that others
 * have.
 */
export function routesOf(choices: DialectChoices): readonly RouteRow[] {
  const absent: ((row: RouteRow) => boolean)[] = [];
  if (choices['operations.later-releases'] === 'absent')
    absent.push(({ resource }) => LATER_GROUP_VERSIONS.includes(resource));
  if (choices['operations.untabulated'] === 'by-kind') absent.push(isLacking);
  const served = choices['operations.untabulated'] === 'by-kind' ? [...ROUTES, ...BESIDE] : ROUTES;
  return absent.length === 0 ? served : served.filter((row) => !absent.some((lacks) => lacks(row)));
}

function isLacking({ verb, resource }: RouteRow): boolean {
  const { hasNoCollectionDelete, hasNoScale } = STRATEGIES[resource.kind].byKind ?? {};
  return (
    (hasNoCollectionDelete === true && verb === 'deleteCollection') ||
    (hasNoScale === true && ACTIONS.scale.some(([, action]) => action === verb))
  );
}

/** The resources of routes, in order: clients with a choice prefer the first that has their kind. */
export function resourcesOf(routes: readonly RouteRow[]): readonly Resource[] {
  return [...new Set(routes.map(({ resource }) => resource))];
}
