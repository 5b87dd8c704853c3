import type { Method } from '../../../spec/surface/operations.ts';
import { PATCH_TYPES, PRODUCED } from '../../../spec/surface/media-types.ts';
import type { Resource } from '../../../spec/surface/resources.ts';
import { resourcesOf, type RouteRow, type RouteVerb } from '../routing/routes.ts';
import type { ServedMembers } from '../../resources/later-members.ts';
import { describedType, describedTypes } from './described-types.ts';
import { definitionName, type Prefix, swaggerSchema, type SwaggerSchema } from './swagger-schema.ts';

/** The type of an object in such documents. */
interface GroupVersionKind {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
}

export interface SwaggerQueryParameter {
  readonly name: string;
  readonly in: 'query';
  readonly type: 'string';
}

export interface OperationObject extends OperationIdentity {
  readonly parameters?: readonly SwaggerQueryParameter[];
  readonly consumes?: readonly string[];
  readonly produces?: readonly string[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

export type PathItem = Readonly<Partial<Record<Lowercase<Method>, OperationObject>>>;

export interface SwaggerDocument {
  readonly swagger: '2.0';
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly definitions: Readonly<Record<string, SwaggerSchema>>;
}

/** The header of every description. */
export const INFO = { title: 'Cluster Resource API', version: 'v1.7.5-plumbline' };

/** The descriptions' name of each verb. */
const ACTIONS: Readonly<Record<RouteVerb, string>> = {
  create: 'post',
  get: 'get',
  list: 'list',
  listAll: 'list',
  watch: 'watch',
  watchList: 'watchlist',
  watchAll: 'watchlist',
  replace: 'put',
  patch: 'patch',
  delete: 'delete',
  deleteCollection: 'deletecollection',
  getStatus: 'get',
  replaceStatus: 'put',
  patchStatus: 'patch',
  finalize: 'put',
  getScale: 'get',
  replaceScale: 'put',
  patchScale: 'patch',
  bind: 'post',
  createBinding: 'post',
  evict: 'post',
  rollback: 'post',
};

/** Command lines look for this parameter before they try a write. */
export const DRY_RUN = 'dryRun';

/** The described API. */
export interface DescribedApi {
  readonly routes: readonly RouteRow[];
  /** Whether writes support dry runs. */
  readonly takesDryRun: boolean;
  readonly served: ServedMembers;
}

/** The whole API as Swagger 2.0: every route, and the types of all objects. */
export function swaggerDocument({ routes, takesDryRun, served }: DescribedApi): SwaggerDocument {
  return {
    swagger: '2.0',
    info: INFO,
    paths: pathsOf(routes, takesDryRun),
    definitions: definitions(routes, served, '#/definitions/'),
  };
}

function pathsOf(routes: readonly RouteRow[], takesDryRun: boolean): Record<string, PathItem> {
  const paths = new Map<string, Record<string, OperationObject>>();
  for (const row of routes) {
    const item = paths.get(row.path) ?? {};
    item[row.method.toLowerCase()] = operationOf(row, takesDryRun);
    paths.set(row.path, item);
  }
  return Object.fromEntries(paths);
}

function operationOf(row: RouteRow, takesDryRun: boolean): OperationObject {
  const { verb, method } = row;
  const parameters =
    takesDryRun && method !== 'GET' ? { parameters: [{ name: DRY_RUN, in: 'query', type: 'string' } as const] } : {};
  return {
    ...identityOf(row),
    ...parameters,
    ...(ACTIONS[verb] === 'patch' ? { consumes: PATCH_TYPES } : {}),
    produces: PRODUCED,
    responses: { 200: { description: 'OK' } },
  };
}

/** The name and the kind of an operation. */
export interface OperationIdentity {
  readonly operationId: string;
  readonly description: string;
  readonly 'x-kubernetes-action': string;
  readonly 'x-kubernetes-group-version-kind': GroupVersionKind;
}

/** The common part of an operation's descriptions. */
export function identityOf({ resource, verb, path }: RouteRow): OperationIdentity {
  const { group, kind, version, id } = resource;
  const action = ACTIONS[verb];
  return {
    operationId: `${verb}${id.replaceAll(/[^a-z0-9]+/g, '_')}${path.includes('{namespace}') ? 'Namespaced' : ''}`,
    description: `${action} ${kind}`,
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': { group, kind, version },
  };
}

/** The types of all objects with the served members, with their references under `prefix`. */
export function definitions(
  routes: readonly RouteRow[],
  served: ServedMembers,
  prefix: Prefix,
): Record<string, SwaggerSchema> {
  const resources = resourcesOf(routes.filter(({ verb }) => verb === 'get'));
  return Object.fromEntries(
    describedTypes(resources, served).map(([type, schema]) => {
      const kinds = kindsOf(type, resources);
      return [
        definitionName(type),
        {
          ...swaggerSchema(schema, prefix),
          ...(kinds.length === 0 ? {} : { 'x-kubernetes-group-version-kind': kinds }),
        },
      ];
    }),
  );
}

/** The served types with this schema, lists included. */
function kindsOf(type: string, served: readonly Resource[]): GroupVersionKind[] {
  const of =
    (suffix: string) =>
    (resource: Resource): GroupVersionKind[] => {
      const { group, kind, version } = resource;
      return describedType(resource) + suffix === type ? [{ group, kind: kind + suffix, version }] : [];
    };
  return [...served.flatMap(of('')), ...served.flatMap(of('List'))];
}
