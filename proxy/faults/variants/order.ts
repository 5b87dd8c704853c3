import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { operationFor } from '../../../spec/surface/operations.ts';
import { PARAMETERS } from '../../../spec/surface/parameters.ts';
import { failureStatus, isObject, itemsOf, jsonResponse, metadataOf, succeeded, walk } from '../bend.ts';
import type { Bendable, FaultyRequest, Variant } from '../fault.ts';
import { variants } from '../named.ts';
import { isPatch } from '../requests.ts';
import { pause, sending } from '../ways.ts';
import { asksForJson, deleteOptionsOf } from './responses.ts';

/** The merged lists of the document whose order has no meaning, with their merge keys. */
const MERGE_KEYS: Readonly<Record<string, string>> = {
  containers: 'name',
  env: 'name',
  ports: 'containerPort',
  volumeMounts: 'mountPath',
  volumes: 'name',
  imagePullSecrets: 'name',
  hostAliases: 'ip',
  conditions: 'type',
};

/** A directive of a strategic merge patch, such as `"$patch"`. */
const DIRECTIVE = /"\$[a-zA-Z]/;

/** Puts the merged lists of a strategic merge patch in reverse, if the patch has no directives. */
function reverseMerged(body: Bendable): void {
  if (DIRECTIVE.test(JSON.stringify(body))) return;
  walk(body, (inner) => {
    for (const [member, key] of Object.entries(MERGE_KEYS)) {
      const list = inner[member];
      if (!Array.isArray(list)) continue;
      const keys = list.map((element: unknown) => (isObject(element) ? element[key] : undefined));
      if (!keys.includes(undefined) && new Set(keys).size === keys.length) inner[member] = list.toReversed();
    }
  });
}

/** How long such a server takes for each object of a collection delete, in milliseconds. */
const EACH_MS = 15;

function emptiesPlainly(request: FaultyRequest): boolean {
  const options = deleteOptionsOf(request);
  const { verb, resource } = request.call ?? {};
  return (
    verb === 'deleteCollection' &&
    resource !== undefined &&
    operationFor(resource.id, verb)?.tabulated === true &&
    asksForJson(request) &&
    !request.query.has('watch') &&
    options !== undefined &&
    Object.keys(options).length === 0
  );
}

/** Every query parameter of the document. */
const NAMES: ReadonlySet<string> = new Set(
  Object.values(PARAMETERS).flatMap((parameters) => parameters.map(({ name }) => name)),
);

/** Servers that do things in another order, or more or fewer of them. */
export const ORDER_VARIANTS: readonly Variant[] = variants({
  'patches-merge-lists-in-reverse': {
    summary: 'a strategic merge patch leaves the elements of merged lists in the reverse of the order in the patch',
    dialect: 'spec',
    hooks: sending(
      (request) =>
        isPatch(request, STRATEGIC_MERGE_PATCH_TYPE) &&
        (request.call?.verb === 'patchStatus' || request.call?.resource?.kind !== 'Pod'),
      reverseMerged,
    ),
  },
  'collection-deletes-go-backwards': {
    summary: 'a collection delete removes one object after another, the last of the list first',
    dialect: 'spec',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!emptiesPlainly(request)) return;
        const listed = await upstream.send('GET', `${request.path}?${request.query}`);
        for (const item of (itemsOf(listed) ?? []).toReversed()) {
          const { name, uid } = metadataOf(item);
          await upstream.send('DELETE', `${request.path.replace(/\/$/, '')}/${String(name)}`, {
            preconditions: { uid },
          });
          await pause(EACH_MS);
        }
      },
    }),
  },
  'namespaces-are-made-on-first-use': {
    summary: 'a create in a namespace that is not there makes the namespace first',
    dialect: 'spec',
    hooks: () => {
      const made = new WeakMap<FaultyRequest, string>();
      const used = new Set<string>();
      return {
        request: async (request, upstream) => {
          const { verb, namespace } = request.call ?? {};
          if (verb !== 'create' || namespace === undefined) return;
          const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}`;
          if ((await upstream.send('GET', path)).status !== 404) return;
          const created = await upstream.send('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
          if (succeeded(created)) made.set(request, path);
        },
        response: async (response, request, upstream) => {
          const { verb, namespace } = request.call ?? {};
          if (verb === 'create' && namespace !== undefined && succeeded(response)) used.add(namespace);
          const path = made.get(request);
          // A refused create leaves no trace, unless another create put its object there.
          if (path !== undefined && !succeeded(response) && namespace !== undefined && !used.has(namespace))
            await upstream.send('DELETE', path);
        },
      };
    },
  },
  'namespaces-come-with-a-config-map': {
    summary: 'a new namespace has a config map of the server when its create returns',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      response: async (response, { call, json }, upstream) => {
        if (call?.verb !== 'create' || call.resource?.kind !== 'Namespace' || !succeeded(response)) return;
        const name = metadataOf(response.json)['name'] ?? metadataOf(json)['name'];
        if (typeof name !== 'string') return;
        const info = { metadata: { name: 'cluster-info' }, data: { domain: 'cluster.local' } };
        await upstream.send('POST', `/api/v1/namespaces/${name}/configmaps`, info);
      },
    }),
  },
  'unknown-query-parameters-are-refused': {
    summary: 'a request with a query parameter that the document lacks gets 400 before anything else is looked at',
    dialect: 'spec',
    hooks: () => ({
      request: ({ call, query }) =>
        call !== undefined && [...query.keys()].some((name) => !NAMES.has(name))
          ? jsonResponse(400, failureStatus(400, 'BadRequest', 'the query has an unknown parameter'))
          : undefined,
    }),
  },
});
