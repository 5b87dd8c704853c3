import { PATCH_TYPES, PRODUCED } from '../../../spec/surface/media-types.ts';
import type { Method } from '../../../spec/surface/operations.ts';
import type { Resource } from '../../../spec/surface/resources.ts';
import type { TypeId } from '../../../spec/schemas/schema.ts';
import { resourcesOf, type RouteRow, type RouteVerb } from '../routing/routes.ts';
import { scaleTypeOf } from '../../resources/scale.ts';
import {
  definitions,
  type DescribedApi,
  DRY_RUN,
  identityOf,
  INFO,
  type OperationIdentity,
} from './openapi-documents.ts';
import { describedType, isDescribed } from './described-types.ts';
import { definitionName, type SwaggerSchema } from './swagger-schema.ts';

/** The schema of a body, by media type. */
export type MediaTypeSchemas = Readonly<Record<string, { readonly schema: SwaggerSchema }>>;

export interface Parameter3 {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: true;
  readonly schema: SwaggerSchema;
}

export interface Operation3 extends OperationIdentity {
  readonly parameters?: readonly Parameter3[];
  readonly requestBody?: { readonly content: MediaTypeSchemas };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: MediaTypeSchemas }>>;
}

type Methods3 = Readonly<Partial<Record<Lowercase<Method>, Operation3>>>;

export interface PathItem3 extends Methods3 {
  readonly parameters?: readonly Parameter3[];
}

export interface OpenApi3Document {
  readonly openapi: '3.0.0';
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, PathItem3>>;
  readonly components: { readonly schemas: Readonly<Record<string, SwaggerSchema>> };
}

const SCHEMA_PREFIX = '#/components/schemas/';
const STATUS = 'meta/v1.Status';
const WATCH_EVENT = 'meta/v1.WatchEvent';

/** The types of an operation's request and response. A patch is any JSON. */
type BodyTypes = readonly [takes: TypeId | 'patch' | undefined, returns: TypeId];

const TYPES: Readonly<Record<RouteVerb, (resource: Resource) => BodyTypes>> = {
  create: ({ schema }) => [schema, schema],
  get: ({ schema }) => [undefined, schema],
  list: ({ schema }) => [undefined, `${schema}List`],
  listAll: ({ schema }) => [undefined, `${schema}List`],
  watch: () => [undefined, WATCH_EVENT],
  watchList: () => [undefined, WATCH_EVENT],
  watchAll: () => [undefined, WATCH_EVENT],
  replace: ({ schema }) => [schema, schema],
  patch: ({ schema }) => ['patch', schema],
  delete: () => ['meta/v1.DeleteOptions', STATUS],
  deleteCollection: () => ['meta/v1.DeleteOptions', STATUS],
  getStatus: ({ schema }) => [undefined, schema],
  replaceStatus: ({ schema }) => [schema, schema],
  patchStatus: ({ schema }) => ['patch', schema],
  finalize: ({ schema }) => [schema, schema],
  getScale: (resource) => [undefined, scaleTypeOf(resource).schema],
  replaceScale: (resource) => [scaleTypeOf(resource).schema, scaleTypeOf(resource).schema],
  patchScale: (resource) => ['patch', scaleTypeOf(resource).schema],
  bind: () => ['core/v1.Binding', STATUS],
  createBinding: () => ['core/v1.Binding', STATUS],
  evict: () => ['policy/v1beta1.Eviction', STATUS],
  rollback: ({ group }) => [`${group}/v1beta1.DeploymentRollback`, STATUS],
};

/** The content of `/openapi/v3`, by group-version: `api/v1`, `apis/apps/v1`, ... */
export function openApi3Index(routes: readonly RouteRow[]): object {
  const prefixes = [...new Set(resourcesOf(routes).map(({ prefix }) => prefix.slice(1)))].sort();
  return {
    paths: Object.fromEntries(prefixes.map((prefix) => [prefix, { serverRelativeURL: `/openapi/v3/${prefix}` }])),
  };
}

/** One group-version as OpenAPI 3.0, with all types. `undefined` for an unserved one. */
export function openApi3Document(
  { routes, takesDryRun, served }: DescribedApi,
  prefix: string,
): OpenApi3Document | undefined {
  const rows = routes.filter(({ resource }) => resource.prefix === prefix);
  if (rows.length === 0) return undefined;
  const paths = [...new Set(rows.map(({ path }) => path))].map((path): [string, PathItem3] => [
    path,
    pathItem(
      path,
      rows.filter((row) => row.path === path),
      takesDryRun,
    ),
  ]);
  return {
    openapi: '3.0.0',
    info: INFO,
    paths: Object.fromEntries(paths),
    components: { schemas: definitions(routes, served, SCHEMA_PREFIX) },
  };
}

function pathItem(path: string, rows: readonly RouteRow[], takesDryRun: boolean): PathItem3 {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): Parameter3 => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return {
    ...Object.fromEntries(rows.map((row) => [row.method.toLowerCase(), operation(row, takesDryRun)])),
    ...(parameters.length === 0 ? {} : { parameters }),
  };
}

function operation(row: RouteRow, takesDryRun: boolean): Operation3 {
  const [takes, returns] = TYPES[row.verb]({ ...row.resource, schema: describedType(row.resource) });
  const sent =
    takes === 'patch'
      ? contentOf(PATCH_TYPES, { type: 'object' })
      : takes === undefined
        ? undefined
        : contentOf(PRODUCED, schemaOf(takes));
  return {
    ...identityOf(row),
    ...(takesDryRun && row.method !== 'GET'
      ? { parameters: [{ name: DRY_RUN, in: 'query', schema: { type: 'string' } }] }
      : {}),
    ...(sent === undefined ? {} : { requestBody: { content: sent } }),
    responses: { 200: { description: 'OK', content: contentOf(PRODUCED, schemaOf(returns)) } },
  };
}

/** A type of later releases without a schema may be any object. */
function schemaOf(type: TypeId): SwaggerSchema {
  return isDescribed(type) ? { $ref: SCHEMA_PREFIX + definitionName(type) } : { type: 'object' };
}

function contentOf(mediaTypes: readonly string[], schema: SwaggerSchema): MediaTypeSchemas {
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]));
}
