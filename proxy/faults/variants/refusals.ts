import { failureStatus, isObject, jsonResponse } from '../bend.ts';
import type { Hooks, Variant } from '../fault.ts';
import { variants } from '../named.ts';

/** Statuses of illegal requests and of conflicts with the state: the document leaves the codes open. */
const WRONG_REQUESTS: ReadonlySet<number> = new Set([400, 406, 409, 410, 411, 413, 415, 422]);

/** Hooks of a server that refuses illegal requests with one status. */
function refusingBy(status: number): () => Hooks {
  return () => ({
    response: (response) => {
      if (!WRONG_REQUESTS.has(response.status)) return;
      response.status = status;
      if (isObject(response.json)) response.json['code'] = status;
    },
  });
}

/** The largest body that the server takes, in bytes. */
const BODY_LIMIT = 64 * 1024;

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
  'bodies-of-64-kib-at-most': {
    summary: 'a body of more than 64 KiB gets 413',
    dialect: 'spec',
    hooks: () => ({
      request: ({ raw }) =>
        raw.length > BODY_LIMIT
          ? jsonResponse(413, failureStatus(413, 'RequestEntityTooLarge', `a body has ${BODY_LIMIT} bytes at most`))
          : undefined,
    }),
  },
});
