import { failureStatus, isObject, jsonResponse, metadataOf } from '../bend.ts';
import type { Hooks, Variant } from '../fault.ts';
import { variants } from '../named.ts';

/** Statuses of illegal requests and of conflicts with the state: the document leaves the codes open. */
const WRONG_REQUESTS: ReadonlySet<number> = new Set([400, 406, 409, 410, 411, 413, 415, 422]);

/** Hooks of a server that refuses with one status what has one of some statuses elsewhere: illegal requests, or all. */
function refusingBy(
  status: number,
  instead: (status: number) => boolean = (code) => WRONG_REQUESTS.has(code),
): () => Hooks {
  return () => ({
    response: (response) => {
      if (!instead(response.status)) return;
      response.status = status;
      if (isObject(response.json)) response.json['code'] = status;
    },
  });
}

/** Hooks of a server that takes bodies of no more than so many bytes. */
function bodiesUpTo(limit: number): () => Hooks {
  return () => ({
    request: ({ raw }) =>
      raw.length > limit
        ? jsonResponse(413, failureStatus(413, 'RequestEntityTooLarge', `a body has ${limit} bytes at most`))
        : undefined,
  });
}

/** The fields that every server supports in selectors. */
const SELECTED_FIELDS: ReadonlySet<string> = new Set(['metadata.name', 'metadata.namespace']);

/** Whether each requirement of a field selector is about one of these fields, as far as it can be read. */
function selectsByThem(fieldSelector: string): boolean {
  return fieldSelector.split(',').every((requirement) => {
    const [, field] = /^([^!=]+)!?=/.exec(requirement) ?? [];
    return field === undefined || SELECTED_FIELDS.has(field);
  });
}

export const REFUSAL_VARIANTS: readonly Variant[] = variants({
  'every-refusal-is-a-500': {
    summary: 'a request that is refused because of its content, media type or version gets 500',
    dialect: 'spec',
    departsFrom: ['validation/bad-input-is-never-a-server-error'],
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
  'field-selectors-by-name-or-namespace': {
    summary: 'a field selector by another field than the name or the namespace is refused',
    dialect: 'spec',
    hooks: () => ({
      request: ({ query }) =>
        selectsByThem(query.get('fieldSelector') ?? '')
          ? undefined
          : jsonResponse(400, failureStatus(400, 'BadRequest', 'no other field can be selected by')),
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
