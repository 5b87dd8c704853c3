import type { Verb } from '../../../spec/surface/operations.ts';
import { matchPath } from '../../../spec/surface/match-path.ts';
import { SHOWN_STATUSES } from '../../../spec/surface/resources.ts';
import { failureStatus, isObject, itemsOf, jsonResponse, metadataOf, objectAt, objectPath } from '../bend.ts';
import type { Bendable, FaultyRequest, FaultyResponse, UpstreamClient, Variant } from '../fault.ts';
import { variants } from '../named.ts';
import { BODIED, forgiving, membersOf, podSpecsOf } from '../ways.ts';
import { isOne, STATUS_WRITES } from '../requests.ts';

function refusal(code: number, reason: string): FaultyResponse {
  return jsonResponse(code, failureStatus(code, reason, 'this server does not do that'));
}

/** Other codes for refusals, by code. */
const OTHER_CODES: Readonly<Record<number, number>> = { 409: 412, 415: 400, 422: 400 };

/** `metadata.name=a=b` -> `metadata.name=a\=b` */
function withEscapedValues(fieldSelector: string): string {
  return fieldSelector
    .split(',')
    .map((requirement) =>
      requirement.replace(
        /^([^=!]+(?:!=|==?))(.*)$/,
        (_, field: string, value: string) => field + value.replaceAll(/(?<!\\)=/g, '\\='),
      ),
    )
    .join(',');
}

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
    summary:
      'only the operations of the endpoint tables are served, a path without any is absent, and a taken name gets 400',
    dialect: 'spec',
    hooks: () => ({
      request: (request) => {
        const served = [...(matchPath(request.path)?.operations.values() ?? [])].filter(({ tabulated }) => tabulated);
        if (served.length === 0) return refusal(404, 'NotFound');
        return served.some(({ method }) => method === request.method) ? undefined : refusal(405, 'MethodNotAllowed');
      },
      response: (response, { call }) => {
        if (call?.verb === 'create' && response.status === 409) Object.assign(response, refusal(400, 'BadRequest'));
      },
    }),
  },
  'statuses-that-are-not-shown-take-anything': {
    summary:
      'a write of /status with a member of another JSON type gets 200 and is not stored, if the document does not show the status of the kind',
    dialect: 'spec',
    hooks: forgiving(
      (request) =>
        isOne(request, STATUS_WRITES) &&
        request.call?.resource !== undefined &&
        !SHOWN_STATUSES.has(request.call.resource.kind),
      [400, 422, 500],
      async (_, request, upstream) => {
        const { json, ...found } = await upstream.send('GET', objectPath(request));
        const [asked, stored] = [metadataOf(request.json), metadataOf(json)];
        const isNamed = ['name', 'namespace'].every((member) => (asked[member] ?? stored[member]) === stored[member]);
        return isNamed && isObject(json) && isObject(request.json)
          ? { ...found, json: { ...json, status: request.json['status'] } }
          : undefined;
      },
    ),
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
  'equals-signs-belong-to-the-value-of-a-field': {
    summary: 'in a field selector, all that follows the operator is the value, equals signs too',
    dialect: 'spec',
    hooks: () => ({
      request: ({ query }) => {
        const fields = query.get('fieldSelector');
        if (fields !== null) query.set('fieldSelector', withEscapedValues(fields));
        return undefined;
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
        for (const { value } of Array.isArray(request.json) ? (request.json as Bendable[]) : [])
          if (isObject(value) && value['type'] === 'Recreate') delete value['rollingUpdate'];
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
  'owners-are-dropped': {
    summary: 'no object has ownerReferences: the server knows none',
    dialect: 'spec',
    departsFrom: ['create/owner-references-are-kept'],
    hooks: () => ({
      yaml: true,
      request: (request) => {
        if (!isOne(request, BODIED)) return undefined;
        delete metadataOf(request.json)['ownerReferences'];
        if (Array.isArray(request.json))
          request.json = (request.json as Bendable[]).filter(
            ({ path }) => !String(path).startsWith('/metadata/ownerReferences'),
          );
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
