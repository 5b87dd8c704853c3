import { type Resource, type ResourceId, RESOURCES } from './resources.ts';

/**
 * The verb of a request, independent of its kind. The three watch verbs name the `/watch/` paths; `watch=true` is a
 * list parameter.
 */
export type Verb =
  | 'discover'
  | 'create'
  | 'get'
  | 'list'
  | 'listAll'
  | 'watch'
  | 'watchList'
  | 'watchAll'
  | 'replace'
  | 'patch'
  | 'delete'
  | 'deleteCollection'
  | 'getStatus'
  | 'replaceStatus'
  | 'patchStatus';

/** The verbs that change an object that is there. */
export const UPDATE_VERBS = ['replace', 'patch', 'replaceStatus', 'patchStatus'] as const satisfies readonly Verb[];

export type UpdateVerb = (typeof UPDATE_VERBS)[number];

/** The verbs that may change what is stored. */
export const WRITE_VERBS = ['create', ...UPDATE_VERBS, 'delete', 'deleteCollection'] as const satisfies readonly Verb[];

export type WriteVerb = (typeof WRITE_VERBS)[number];

export function isUpdate(verb: Verb): verb is UpdateVerb {
  return (UPDATE_VERBS as readonly Verb[]).includes(verb);
}

export function isWrite(verb: Verb): verb is WriteVerb {
  return (WRITE_VERBS as readonly Verb[]).includes(verb);
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The document's parameter sets: list/watch, read, write, delete, `pretty` alone, or none. */
export type ParameterSet = 'L' | 'R' | 'W' | 'D' | 'pretty' | 'none';

/** `METHOD /path/template`, as in `PUT /api/v1/namespaces/{namespace}/pods/{name}`. */
export type OperationId = string;

export interface Operation {
  readonly id: OperationId;
  readonly method: Method;
  /** Full path template with `{namespace}` and `{name}`. */
  readonly path: string;
  readonly verb: Verb;
  /** Absent for discovery. */
  readonly resource?: ResourceId;
  readonly parameters: ParameterSet;
  /** Type of the request body, or `none`. */
  readonly body: string;
  /** Type of the successful response: a kind, `PodList`, `Status`, `WatchEvent`, `APIResourceList`. */
  readonly response: string;
  /** Whether the document's endpoint tables list it. Servers need not support the others (Rules 6). */
  readonly tabulated: boolean;
}

interface VerbShape {
  readonly method: Method;
  readonly parameters: ParameterSet;
  readonly path: (collection: string, resource: Resource) => string;
  readonly body: (kind: string) => string;
  readonly response: (kind: string) => string;
}

const watchPath = (resource: Resource, rest: string): string => `${resource.prefix}/watch${rest}`;
const itself = (kind: string): string => kind;
const listOf = (kind: string): string => `${kind}List`;
const nothing = (): string => 'none';
const always = (text: string) => (): string => text;
const scope = (resource: Resource): string => (resource.namespaced ? '/namespaces/{namespace}' : '');

const SHAPES: Readonly<Record<Exclude<Verb, 'discover'>, VerbShape>> = {
  create: { method: 'POST', parameters: 'W', path: (c) => c, body: itself, response: itself },
  get: { method: 'GET', parameters: 'R', path: (c) => `${c}/{name}`, body: nothing, response: itself },
  list: { method: 'GET', parameters: 'L', path: (c) => c, body: nothing, response: listOf },
  listAll: {
    method: 'GET',
    parameters: 'L',
    path: (_, r) => `${r.prefix}/${r.plural}`,
    body: nothing,
    response: listOf,
  },
  watch: {
    method: 'GET',
    parameters: 'L',
    path: (_, r) => watchPath(r, `${scope(r)}/${r.plural}/{name}`),
    body: nothing,
    response: always('WatchEvent'),
  },
  watchList: {
    method: 'GET',
    parameters: 'L',
    path: (_, r) => watchPath(r, `${scope(r)}/${r.plural}`),
    body: nothing,
    response: always('WatchEvent'),
  },
  watchAll: {
    method: 'GET',
    parameters: 'L',
    path: (_, r) => watchPath(r, `/${r.plural}`),
    body: nothing,
    response: always('WatchEvent'),
  },
  replace: { method: 'PUT', parameters: 'W', path: (c) => `${c}/{name}`, body: itself, response: itself },
  patch: { method: 'PATCH', parameters: 'W', path: (c) => `${c}/{name}`, body: always('Patch'), response: itself },
  delete: {
    method: 'DELETE',
    parameters: 'D',
    path: (c) => `${c}/{name}`,
    body: always('DeleteOptions'),
    response: always('Status'),
  },
  deleteCollection: { method: 'DELETE', parameters: 'L', path: (c) => c, body: nothing, response: always('Status') },
  getStatus: {
    method: 'GET',
    parameters: 'pretty',
    path: (c) => `${c}/{name}/status`,
    body: nothing,
    response: itself,
  },
  replaceStatus: { method: 'PUT', parameters: 'W', path: (c) => `${c}/{name}/status`, body: itself, response: itself },
  patchStatus: {
    method: 'PATCH',
    parameters: 'W',
    path: (c) => `${c}/{name}/status`,
    body: always('Patch'),
    response: itself,
  },
};

/** The verbs that the document tabulates for each resource (Endpoints). Absences are data: Event has no PATCH. */
const TABULATED: Readonly<Record<ResourceId, readonly Verb[]>> = {
  configmaps: ['listAll', 'list', 'deleteCollection', 'create', 'get', 'replace', 'delete', 'patch'],
  events: ['listAll', 'list', 'deleteCollection', 'create', 'get', 'replace', 'watch'],
  namespaces: ['list', 'create', 'watch'],
  pods: ['listAll', 'list', 'deleteCollection', 'create', 'get', 'replace', 'patch', 'delete', 'watch'],
  secrets: ['watchList', 'watch', 'watchAll'],
  services: ['watchList', 'watch', 'watchAll'],
  'daemonsets.extensions': [
    'listAll',
    'list',
    'deleteCollection',
    'create',
    'get',
    'replace',
    'patch',
    'delete',
    'getStatus',
    'replaceStatus',
    'patchStatus',
    'watchList',
    'watch',
  ],
  'deployments.extensions': ['listAll', 'list', 'deleteCollection', 'get', 'patch', 'delete', 'watchList', 'watch'],
  'ingresses.extensions': ['listAll', 'watchList', 'watch'],
  'replicasets.extensions': ['watchList', 'watch', 'watchAll'],
  'deployments.apps': ['create', 'list', 'deleteCollection', 'get', 'replace', 'patch', 'delete'],
  'cronjobs.batch': ['create', 'list', 'deleteCollection', 'get', 'replace', 'patch', 'delete'],
  'jobs.batch': ['listAll', 'list', 'getStatus', 'replaceStatus', 'patchStatus', 'watchAll', 'watchList', 'watch'],
};

function verbsOf(resource: Resource): Verb[] {
  return (Object.keys(SHAPES) as Exclude<Verb, 'discover'>[]).filter((verb) => {
    if (verb.endsWith('Status')) return resource.hasStatus;
    if (verb === 'listAll' || verb === 'watchAll') return resource.namespaced;
    return true;
  });
}

/**
 * Every operation that a kind can have. `tabulated` are the verbs in the document's tables; it is empty for a kind
 * that the document lacks.
 */
export function operationsOf(resource: Resource, tabulated: readonly Verb[] = []): Operation[] {
  return verbsOf(resource).map((verb) =>
    operationOf(resource, verb as Exclude<Verb, 'discover'>, tabulated.includes(verb)),
  );
}

function operationOf(resource: Resource, verb: Exclude<Verb, 'discover'>, tabulated: boolean): Operation {
  const shape = SHAPES[verb];
  const path = shape.path(`${resource.prefix}${scope(resource)}/${resource.plural}`, resource);
  return {
    id: `${shape.method} ${path}`,
    method: shape.method,
    path,
    verb,
    resource: resource.id,
    parameters: shape.parameters,
    body: shape.body(resource.kind),
    response: shape.response(resource.kind),
    tabulated,
  };
}

/** Group-version discovery. The document tabulates it for the core and the extensions group only. */
function discovery(prefix: string): Operation {
  return {
    id: `GET ${prefix}`,
    method: 'GET',
    path: prefix,
    verb: 'discover',
    parameters: 'none',
    body: 'none',
    response: 'APIResourceList',
    tabulated: prefix === '/api/v1' || prefix === '/apis/extensions/v1beta1',
  };
}

/** Every operation that the document's kinds could have: the 84 tabulated ones, and the untabulated rest (Rules 6). */
export const OPERATIONS: readonly Operation[] = [
  ...[...new Set(RESOURCES.map((resource) => resource.prefix))].map(discovery),
  ...RESOURCES.flatMap((resource) => operationsOf(resource, TABULATED[resource.id])),
];

const BY_RESOURCE_AND_VERB: ReadonlyMap<string, Operation> = new Map(
  OPERATIONS.filter((operation) => operation.resource !== undefined).map((operation) => [
    `${operation.resource} ${operation.verb}`,
    operation,
  ]),
);

/** The operation with this verb on this resource, tabulated or not; `undefined` if the kind cannot have it. */
export function operationFor(resource: ResourceId, verb: Verb): Operation | undefined {
  return BY_RESOURCE_AND_VERB.get(`${resource} ${verb}`);
}

const BY_ID: ReadonlyMap<OperationId, Operation> = new Map(OPERATIONS.map((operation) => [operation.id, operation]));

/** The operation with this id; `undefined` for the id of a path that the document does not have. */
export function operationById(id: OperationId): Operation | undefined {
  return BY_ID.get(id);
}

/** The short name of an operation: `replace pods`, or the id of one that has no resource. */
export function operationName(id: OperationId): string {
  const { verb, resource } = operationById(id) ?? {};
  return resource === undefined ? id : `${verb} ${resource}`;
}

/** The name of each verb in discovery and in permissions; several of ours share one. */
export const API_VERBS: Readonly<Record<Exclude<Verb, 'discover'>, string>> = {
  create: 'create',
  get: 'get',
  list: 'list',
  listAll: 'list',
  watch: 'watch',
  watchList: 'watch',
  watchAll: 'watch',
  replace: 'update',
  patch: 'patch',
  delete: 'delete',
  deleteCollection: 'deletecollection',
  getStatus: 'get',
  replaceStatus: 'update',
  patchStatus: 'patch',
};
