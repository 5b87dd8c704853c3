import type { Method } from '../../spec/surface/operations.ts';
import { PATCH_TYPES, PRODUCED } from '../../spec/surface/media-types.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import { SCHEMAS } from '../../spec/schemas/schemas.ts';
import type { RouteRow, RouteVerb } from '../http/routes.ts';
import { resourcesOf } from '../http/routes.ts';
import type { SwaggerSchema } from './swagger-schema.ts';
import { definitionName, swaggerSchema } from './swagger-schema.ts';

/** The type of an object, as documents of this kind name it. */
export interface GroupVersionKind {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
}

export interface OperationObject {
  readonly operationId: string;
  readonly description: string;
  readonly consumes?: readonly string[];
  readonly produces?: readonly string[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
  readonly 'x-kubernetes-action': string;
  readonly 'x-kubernetes-group-version-kind': GroupVersionKind;
}

export type PathItem = Readonly<Partial<Record<Lowercase<Method>, OperationObject>>>;

export interface SwaggerDocument {
  readonly swagger: '2.0';
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly definitions: Readonly<Record<string, SwaggerSchema>>;
}

const INFO = { title: 'Cluster Resource API', version: 'v1.7.5-plumbline' };

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
  evict: 'post',
  rollback: 'post',
};

/** The whole API as Swagger 2.0: every route, and the types of all objects. */
export function swaggerDocument(routes: readonly RouteRow[]): SwaggerDocument {
  return { swagger: '2.0', info: INFO, paths: pathsOf(routes), definitions: definitions(resourcesOf(routes), '#/definitions/') };
}

/** What `/openapi/v3` lists, by group-version: `api/v1`, `apis/apps/v1`, ... */
export function openApi3Index(routes: readonly RouteRow[]): object {
  const prefixes = [...new Set(resourcesOf(routes).map(({ prefix }) => prefix.slice(1)))].sort();
  return { paths: Object.fromEntries(prefixes.map((prefix) => [prefix, { serverRelativeURL: `/openapi/v3/${prefix}` }])) };
}

/** One group-version as OpenAPI 3.0, with the types of all. `undefined` for one that is not served. */
export function openApi3Document(routes: readonly RouteRow[], prefix: string): object | undefined {
  const rows = routes.filter(({ resource }) => resource.prefix === prefix);
  if (rows.length === 0) return undefined;
  return { openapi: '3.0.0', info: INFO, paths: pathsOf(rows), components: { schemas: definitions(resourcesOf(routes), '#/components/schemas/') } };
}

function pathsOf(routes: readonly RouteRow[]): Record<string, PathItem> {
  const paths = new Map<string, Record<string, OperationObject>>();
  for (const row of routes) {
    const item = paths.get(row.path) ?? {};
    item[row.method.toLowerCase()] = operationOf(row);
    paths.set(row.path, item);
  }
  return Object.fromEntries(paths);
}

function operationOf({ resource, verb, path }: RouteRow): OperationObject {
  const { group, kind, version } = resource;
  const action = ACTIONS[verb];
  return {
    operationId: `${verb}${resource.id.replaceAll(/[^a-z0-9]+/g, '_')}${path.includes('{namespace}') ? 'Namespaced' : ''}`,
    description: `${action} ${kind}`,
    ...(action === 'patch' ? { consumes: PATCH_TYPES } : {}),
    produces: PRODUCED,
    responses: { 200: { description: 'OK' } },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': { group, kind, version },
  };
}

function definitions(served: readonly Resource[], prefix: string): Record<string, SwaggerSchema> {
  return Object.fromEntries(
    Object.entries(SCHEMAS).map(([type, schema]) => {
      const kinds = kindsOf(type, served);
      return [definitionName(type), { ...swaggerSchema(schema, prefix), ...(kinds.length === 0 ? {} : { 'x-kubernetes-group-version-kind': kinds }) }];
    }),
  );
}

/** The types under which objects of this shape are served, lists included. */
function kindsOf(type: string, served: readonly Resource[]): GroupVersionKind[] {
  const of = (suffix: string) => ({ group, kind, version, schema }: Resource): GroupVersionKind[] => (schema + suffix === type ? [{ group, kind: kind + suffix, version }] : []);
  return [...served.flatMap(of('')), ...served.flatMap(of('List'))];
}
