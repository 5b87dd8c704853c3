import { AT_ONCE } from '../program/at-once.ts';
import { MERGE_PATCH_TYPE } from '../../spec/surface/media-types.ts';
import type { CallStep, NamespacePlace, Template, WatchStep } from '../program/program.ts';
import { type Operation, operationFor, type Verb } from '../../spec/surface/operations.ts';
import { type Resource, resourceById, RESOURCES } from '../../spec/surface/resources.ts';

/** Members of a call besides its verb and its place. */
export type Extra = Omit<Partial<CallStep>, 'do' | 'verb' | 'resource' | 'namespace' | 'name'>;
type WatchExtra = Partial<Pick<WatchStep, 'via' | 'query' | 'rawQuery' | 'accept' | 'contentType'>>;

/** Steps on one resource in one namespace, or on a cluster-scoped resource, for which the namespace has no meaning. */
export interface Steps {
  readonly resource: Resource;
  /** The resource that `create` uses, which decides the type of its body: see `makerOf`. */
  readonly maker: Resource;
  /**
   * Through the resource by which the document creates this kind: a Deployment is created under apps, whichever path
   * reads it.
   */
  create(body: Template, extra?: Extra): CallStep;
  /** Through the resource itself, even if the document does not tabulate its POST. */
  createHere(body: Template, extra?: Extra): CallStep;
  get(name: string, extra?: Extra): CallStep;
  list(extra?: Extra): CallStep;
  /** Across all namespaces; the plain list if the resource is cluster-scoped. */
  listAll(extra?: Extra): CallStep;
  replace(name: string, body: Template, extra?: Extra): CallStep;
  /** Default media type: JSON merge patch. */
  patch(name: string, body: Template, extra?: Extra): CallStep;
  getStatus(name: string, extra?: Extra): CallStep;
  replaceStatus(name: string, body: Template, extra?: Extra): CallStep;
  patchStatus(name: string, body: Template, extra?: Extra): CallStep;
  remove(name: string, extra?: Extra): CallStep;
  removeAll(extra?: Extra): CallStep;
  watch(as: string, name: string, extra?: WatchExtra): WatchStep;
  watchList(as: string, extra?: WatchExtra): WatchStep;
  watchAll(as: string, extra?: WatchExtra): WatchStep;
}

/**
 * The resource that creates objects of this kind: the resource itself if the document tabulates its POST, else a
 * group-version of the same kind with a tabulated POST, else the resource itself.
 */
export function makerOf(resource: Resource): Resource {
  const makers = RESOURCES.filter(
    ({ id, kind }) => kind === resource.kind && operationFor(id, 'create')?.tabulated === true,
  );
  return makers.find(({ id }) => id === resource.id) ?? makers[0] ?? resource;
}

export function stepsOn(resource: Resource, place: NamespacePlace = 'ns1'): Steps {
  const maker = makerOf(resource);
  const call = (
    verb: CallStep['verb'],
    name: string | undefined,
    extra: Extra = {},
    on: Resource = resource,
  ): CallStep => ({
    do: 'call',
    verb,
    resource: on.id,
    ...(on.namespaced && verb !== 'listAll' ? { namespace: place } : {}),
    ...(name === undefined ? {} : { name }),
    ...extra,
  });
  const watch = (verb: WatchStep['verb'], as: string, name: string | undefined, extra: WatchExtra = {}): WatchStep => ({
    do: 'watch',
    as,
    verb,
    via: 'path',
    resource: resource.id,
    ...(resource.namespaced && verb !== 'watchAll' ? { namespace: place } : {}),
    ...(name === undefined ? {} : { name }),
    ...extra,
  });
  return {
    resource,
    maker,
    create: (body, extra) => call('create', undefined, { body, ...extra }, maker),
    createHere: (body, extra) => call('create', undefined, { body, ...extra }),
    get: (name, extra) => call('get', name, extra),
    list: (extra) => call('list', undefined, extra),
    listAll: (extra) => call(resource.namespaced ? 'listAll' : 'list', undefined, extra),
    replace: (name, body, extra) => call('replace', name, { body, ...extra }),
    patch: (name, body, extra) => call('patch', name, { body, contentType: MERGE_PATCH_TYPE, ...extra }),
    getStatus: (name, extra) => call('getStatus', name, extra),
    replaceStatus: (name, body, extra) => call('replaceStatus', name, { body, ...extra }),
    patchStatus: (name, body, extra) => call('patchStatus', name, { body, contentType: MERGE_PATCH_TYPE, ...extra }),
    remove: (name, extra) => call('delete', name, { body: AT_ONCE, ...extra }),
    removeAll: (extra) => call('deleteCollection', undefined, extra),
    watch: (as, name, extra) => watch('watch', as, name, extra),
    watchList: (as, extra) => watch('watchList', as, undefined, extra),
    watchAll: (as, extra) => watch(resource.namespaced ? 'watchAll' : 'watchList', as, undefined, extra),
  };
}

/** The resource of an operation that has one. Rules quantify over such operations only. */
export function resourceOf(operation: Operation): Resource {
  if (operation.resource === undefined) throw new RangeError(`${operation.id} is of no resource`);
  return resourceById(operation.resource);
}

/** Whether the document has this operation of a resource, tabulated or not. */
export function offers(resource: Resource, verb: Verb): boolean {
  return operationFor(resource.id, verb) !== undefined;
}
