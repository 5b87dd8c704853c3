import type { Verb } from '../../../spec/surface/operations.ts';
import { matchPath } from '../../../spec/surface/match-path.ts';
import { failureStatus, isObject, itemsOf, jsonResponse, metadataOf, objectAt } from '../bend.ts';
import type { FaultyRequest, FaultyResponse, UpstreamClient, Variant } from '../fault.ts';
import { variants } from '../named.ts';
import { BODIED, membersOf, podSpecsOf } from '../ways.ts';
import { isOne } from '../requests.ts';

function refusal(code: number, reason: string): FaultyResponse {
  return jsonResponse(code, failureStatus(code, reason, 'this server does not do that'));
}

/** Other codes for refusals, by code. */
const OTHER_CODES: Readonly<Record<number, number>> = { 409: 412, 415: 400, 422: 400 };

/** The verbs of requests about one object that exists. */
const ON_OBJECTS: ReadonlySet<Verb> = new Set([
  'get',
  'getStatus',
  'replace',
  'patch',
  'replaceStatus',
  'patchStatus',
  'delete',
]);

function lacksVersion(request: FaultyRequest): boolean {
  return isObject(request.json) && metadataOf(request.json)['resourceVersion'] === undefined;
}

function lacksType(body: unknown): boolean {
  return isObject(body) && ['kind', 'apiVersion'].some((member) => body[member] === undefined);
}

/** Removes the containers from a PUT of a pod that the stored pod lacks. */
async function withoutNewContainers(request: FaultyRequest, upstream: UpstreamClient): Promise<void> {
  const stored = objectAt((await upstream.send('GET', request.path)).json, 'spec');
  const spec = objectAt(request.json, 'spec');
  if (spec === undefined || stored === undefined) return;
  const names = new Set(membersOf(stored, 'containers').map(({ name }) => name));
  if (membersOf(spec, 'containers').length > names.size)
    spec['containers'] = membersOf(spec, 'containers').filter(({ name }) => names.has(name));
}

export const SURFACE_VARIANTS: readonly Variant[] = variants({
  'tabulated-operations-only': {
    summary: 'only the operations of the endpoint tables are served',
    dialect: 'spec',
    hooks: () => ({
      request: (request) => {
        const match = matchPath(request.path);
        const operation = match?.operations.get(request.method);
        if (operation?.tabulated === true) return undefined;
        return operation === undefined && match === undefined
          ? refusal(404, 'NotFound')
          : refusal(405, 'MethodNotAllowed');
      },
    }),
  },
  'one-group-version-of-deployments': {
    summary: 'extensions/v1beta1 is not served, so deployments have one group version',
    dialect: 'spec',
    hooks: () => ({
      request: ({ path }) =>
        `${path}/`.startsWith('/apis/extensions/v1beta1/') ? refusal(404, 'NotFound') : undefined,
    }),
  },
  'refuses-by-other-codes': {
    summary: 'refusals have other codes: 400 for 415 and 422, 412 for 409, 410 for absent objects',
    dialect: 'spec',
    hooks: () => ({
      response: (response, request) => {
        const absent = response.status === 404 && request.call !== undefined && ON_OBJECTS.has(request.call.verb);
        response.status = absent ? 410 : (OTHER_CODES[response.status] ?? response.status);
        if (response.status >= 400 && isObject(response.json)) response.json['code'] = response.status;
      },
    }),
  },
  'replace-needs-a-version': {
    summary: 'a PUT without a version is refused',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      request: (request) =>
        request.call?.verb === 'replace' && lacksVersion(request) ? refusal(422, 'Invalid') : undefined,
    }),
  },
  'bodies-must-name-their-kind': {
    summary: 'a create or PUT whose body lacks kind or apiVersion is refused, because the server infers neither',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      request: (request) =>
        isOne(request, ['create', 'replace', 'replaceStatus']) && lacksType(request.json)
          ? refusal(400, 'BadRequest')
          : undefined,
    }),
  },
  'names-are-given-by-clients': {
    summary: 'a create without a name is refused, even if it has a generateName',
    dialect: 'spec',
    departsFrom: ['create/generated-name-starts-with-its-prefix'],
    hooks: () => ({
      yaml: true,
      request: ({ call, json }) =>
        call?.verb === 'create' && isObject(json) && metadataOf(json)['name'] === undefined
          ? refusal(422, 'Invalid')
          : undefined,
    }),
  },
  'drops-what-may-not-be': {
    summary:
      'forbidden members are dropped: actions and probes of init containers, rollingUpdate of Recreate, containers that a PUT adds to a pod',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      request: async (request, upstream) => {
        if (!isOne(request, BODIED)) return undefined;
        for (const spec of podSpecsOf(request.json))
          for (const container of membersOf(spec, 'initContainers'))
            for (const member of ['lifecycle', 'livenessProbe', 'readinessProbe']) delete container[member];
        const strategy = objectAt(request.json, 'spec', 'strategy');
        if (strategy?.['type'] === 'Recreate') delete strategy['rollingUpdate'];
        if (request.call?.verb === 'replace' && request.call.resource?.kind === 'Pod')
          await withoutNewContainers(request, upstream);
        return undefined;
      },
    }),
  },
  'lists-in-any-order': {
    summary: 'lists are in an order of their own, and their items carry neither kind nor apiVersion',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      response: (response) => {
        const items = itemsOf(response);
        if (items === undefined || !isObject(response.json)) return;
        for (const item of items) {
          delete item['kind'];
          delete item['apiVersion'];
        }
        response.json['items'] = items.toSorted(() => Math.random() - 0.5);
      },
    }),
  },
});
