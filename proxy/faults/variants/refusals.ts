import { isUpdate } from '../../../spec/surface/operations.ts';
import { PARAMETERS } from '../../../spec/surface/parameters.ts';
import { failureStatus, isObject, jsonResponse, madePath, metadataOf, objectPath, succeeded } from '../bend.ts';
import type { FaultyRequest, FaultyResponse, Hooks, Variant } from '../fault.ts';
import { variants } from '../named.ts';
import { isChunked, isList, isOne, isWatch } from '../requests.ts';
import { notFound } from '../responses.ts';
import { refusingBy } from './refusing-by.ts';
import { unspoken } from './without-protobuf.ts';

/** Hooks of a server that takes bodies of no more than so many bytes. */
function bodiesUpTo(limit: number): () => Hooks {
  return () => ({
    request: ({ raw }) =>
      raw.length > limit
        ? jsonResponse(413, failureStatus(413, 'RequestEntityTooLarge', `a body has ${limit} bytes at most`))
        : undefined,
  });
}

const badRequest = (message: string): FaultyResponse => jsonResponse(400, failureStatus(400, 'BadRequest', message));

/** The fields that every server supports in selectors. */
const SELECTED_FIELDS: ReadonlySet<string> = new Set(['metadata.name', 'metadata.namespace']);

/** Whether each requirement of a field selector is about one of these fields, as far as it can be read. */
function selectsByThem(fieldSelector: string): boolean {
  return fieldSelector.split(',').every((requirement) => {
    const [, field] = /^([^!=]+)!?=/.exec(requirement) ?? [];
    return field === undefined || SELECTED_FIELDS.has(field);
  });
}

const BEING_DELETED = jsonResponse(422, failureStatus(422, 'Invalid', 'the object is being deleted'));

/** Whether a write changes the finalizers of the object as it is stored. */
function changesFinalizers({ json }: FaultyRequest, stored: unknown): boolean {
  if (Array.isArray(json))
    return json.some(
      (operation) => isObject(operation) && String(operation['path']).startsWith('/metadata/finalizers'),
    );
  const { finalizers } = metadataOf(json);
  const { finalizers: held } = metadataOf(stored);
  return finalizers !== undefined && JSON.stringify(finalizers) !== JSON.stringify(held);
}

/** The query parameters of the document that are booleans. */
const BOOLEANS: ReadonlySet<string> = new Set(
  Object.values(PARAMETERS).flatMap((parameters) =>
    parameters.filter(({ type }) => type === 'boolean').map(({ name }) => name),
  ),
);

/** Why a strict reader refuses a query; `undefined` if it does not. */
function objectionTo(query: URLSearchParams): string | undefined {
  const names = [...query.keys()];
  if (new Set(names).size < names.length) return 'the query has a parameter twice';
  return [...query].some(([name, value]) => BOOLEANS.has(name) && value !== 'true' && value !== 'false')
    ? 'a boolean is true or false'
    : undefined;
}

/** Objects that were there once are told from those that never were. */
function rememberingObjects(): Hooks {
  const seen = new Set<string>();
  return {
    response: (response, request) => {
      if (!isObject(response.json)) return;
      if (isOne(request, 'create')) {
        if (succeeded(response)) seen.add(madePath(request, response.json));
      } else if (request.call?.name !== undefined) {
        const path = objectPath(request);
        if (succeeded(response)) seen.add(path);
        else if (response.status === 404 && seen.has(path))
          Object.assign(response, jsonResponse(410, failureStatus(410, 'Gone', 'the object was deleted')));
      }
    },
  };
}

export const REFUSAL_VARIANTS: readonly Variant[] = variants({
  'bodies-must-name-their-length': {
    summary: 'a body that travels in chunks gets 411, as HTTP allows',
    dialect: 'spec',
    hooks: () => ({
      request: (request) =>
        isChunked(request)
          ? jsonResponse(411, failureStatus(411, 'LengthRequired', 'a body must name its length'))
          : undefined,
    }),
  },
  'every-refusal-is-a-500': {
    summary: 'a request that is refused because of its content, media type or version gets 500',
    dialect: 'spec',
    departsFrom: ['concurrency/no-race-breaks-the-server', 'validation/bad-input-is-never-a-server-error'],
    hooks: refusingBy(500),
  },
  'every-refusal-is-a-409': {
    summary: 'a request that is refused because of its content, media type or version gets 409',
    dialect: 'spec',
    hooks: refusingBy(409),
  },
  'every-refusal-is-a-404': {
    summary: 'a request that is refused because of its content, media type or version gets 404',
    dialect: 'spec',
    hooks: refusingBy(404),
  },
  'every-refusal-is-a-403': {
    summary: 'every refusal gets 403, also that of a request about an absent object',
    dialect: 'spec',
    hooks: refusingBy(403, (code) => code >= 400),
  },
  'protobuf-gets-400': {
    summary: 'the server knows JSON and YAML alone, and refuses bodies and responses in protobuf with 400',
    dialect: 'spec',
    hooks: () => ({ request: (request) => unspoken(request, 400) }),
  },
  'field-selectors-by-name-or-namespace': {
    summary: 'a field selector by another field than the name or the namespace is refused',
    dialect: 'spec',
    hooks: () => ({
      request: ({ query }) =>
        selectsByThem(query.get('fieldSelector') ?? '') ? undefined : badRequest('no other field can be selected by'),
    }),
  },
  'queries-are-read-strictly': {
    summary: 'a boolean in a query other than true or false, such as watch=1, gets 400, and so does a repeated name',
    dialect: 'spec',
    hooks: () => ({
      request: ({ call, query }) => {
        const objection = call === undefined ? undefined : objectionTo(query);
        return objection === undefined ? undefined : badRequest(objection);
      },
    }),
  },
  'absent-namespaces-are-404': {
    summary: 'a list, a watch or a collection delete in a namespace that is not there gets 404',
    dialect: 'spec',
    hooks: () => ({
      request: async (request, upstream) => {
        const namespace = request.call?.namespace;
        if (namespace === undefined || !(isList(request) || isWatch(request) || isOne(request, 'deleteCollection')))
          return undefined;
        const found = await upstream.send('GET', `/api/v1/namespaces/${encodeURIComponent(namespace)}`);
        return found.status === 404 ? notFound() : undefined;
      },
    }),
  },
  'deleted-objects-are-410': {
    summary: 'requests for an object that was there once get 410 in place of 404',
    dialect: 'spec',
    hooks: rememberingObjects,
  },
  'terminating-objects-take-no-writes': {
    summary: 'a PUT or PATCH of an object that is being deleted is refused, unless it changes the finalizers',
    dialect: 'spec',
    hooks: () => ({
      yaml: true,
      request: async (request, upstream) => {
        if (request.call?.name === undefined || !isUpdate(request.call.verb)) return undefined;
        const stored = await upstream.send('GET', objectPath(request));
        const isLeaving = metadataOf(stored.json)['deletionTimestamp'] !== undefined;
        return isLeaving && !changesFinalizers(request, stored.json) ? BEING_DELETED : undefined;
      },
    }),
  },
  'names-without-dots': {
    summary: 'a create whose name has a dot is refused: names are labels',
    dialect: 'spec',
    hooks: () => ({
      request: ({ call, json }) =>
        call?.verb === 'create' && String(metadataOf(json)['name'] ?? '').includes('.')
          ? jsonResponse(422, failureStatus(422, 'Invalid', 'a name has no dots'))
          : undefined,
    }),
  },
  'bodies-of-64-kib-at-most': {
    summary: 'a body of more than 64 KiB gets 413',
    dialect: 'spec',
    hooks: bodiesUpTo(64 * 1024),
  },
  'bodies-of-8-kib-at-most': {
    summary: 'a body of more than 8 KiB gets 413',
    dialect: 'spec',
    hooks: bodiesUpTo(8 * 1024),
  },
});
