import { JSON_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { brokenDown, isObject, objectAt } from '../../bend.ts';
import type { FaultyRequest, Fault } from '../../fault.ts';
import { operationsOf } from '../../json-patch.ts';
import { faults } from '../../named.ts';
import { isOfType, isOne, isPatch, isWatch, isWrite } from '../../requests.ts';
import { forgiving, showing } from '../../ways.ts';

const isJson = (request: FaultyRequest): boolean => isOfType(request, 'application/json');

/** Whether a selector contains a character that no label can have. */
const isUnreadable = ({ query }: FaultyRequest): boolean => /[^\w.\-/=!,() ]/.test(query.get('labelSelector') ?? '');

const TYPES: Readonly<Record<string, string>> = {
  gracePeriodSeconds: 'number',
  orphanDependents: 'boolean',
  propagationPolicy: 'string',
};

function hasWrongOption(options: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(TYPES).some(
    ([name, type]) => Object.hasOwn(options, name) && options[name] !== null && typeof options[name] !== type,
  );
}

/** Whether a text in a value, or the name of a member, contains the character NUL. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => hasNul(name) || hasNul(member));
}

/** Mistakes of clients that get 500. */
export const SERVER_ERRORS: readonly Fault[] = faults({
  'failing-test-is-a-server-error': {
    summary: 'a JSON patch whose test fails, or that does not apply, gets 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#68202',
    hooks: forgiving(
      (request) => isPatch(request, JSON_PATCH_TYPE),
      [400, 409, 422],
      () => brokenDown('testing value failed'),
    ),
  },
  'malformed-patch-is-a-server-error': {
    summary: 'a patch that is not an object gets 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#54423',
    hooks: forgiving(
      (request) => request.method === 'PATCH' && !isObject(request.json),
      [400, 415, 422],
      () => brokenDown('cannot unmarshal'),
    ),
  },
  'patch-of-the-whole-object-is-a-server-error': {
    summary: 'a JSON patch that removes the whole object gets 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    hooks: () => ({
      request: (request) =>
        isPatch(request, JSON_PATCH_TYPE) &&
        operationsOf(request).some(({ op, path }) => op === 'remove' && path === '')
          ? brokenDown('nil pointer')
          : undefined,
    }),
  },
  'unavailable-media-type-is-a-server-error': {
    summary: 'a request that accepts only media types that the server does not produce gets 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    hooks: forgiving(
      () => true,
      [406],
      () => brokenDown('no acceptable representation'),
    ),
  },
  'patch-of-wrong-types-is-a-server-error': {
    summary: 'a patch that gives a member another JSON type gets 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#79210',
    hooks: forgiving(
      (request) => request.method === 'PATCH' && isObject(request.json),
      [400, 422],
      () => brokenDown('unrecognized type'),
    ),
  },
  'unreadable-selector-is-a-server-error': {
    summary: 'a malformed label selector gets 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#39730',
    hooks: forgiving(isUnreadable, [400, 422], () => brokenDown('unable to parse requirement')),
  },
  'unreadable-version-is-a-server-error': {
    summary: 'a watch from a version that is not a number gets 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#139485',
    hooks: () => ({
      request: (request) =>
        isWatch(request) && !/^\d*$/.test(request.query.get('resourceVersion') ?? '')
          ? brokenDown('invalid syntax')
          : undefined,
    }),
  },
  'delete-options-of-wrong-types-are-a-server-error': {
    summary: 'a delete whose options have members of another JSON type gets 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#139491',
    hooks: () => ({
      request: (request) =>
        isOne(request, ['delete', 'deleteCollection']) && isObject(request.json) && hasWrongOption(request.json)
          ? brokenDown('cannot unmarshal')
          : undefined,
    }),
  },
  'null-body-is-a-server-error': {
    summary: 'a create whose body is null gets 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#139463',
    hooks: () => ({
      request: (request) =>
        isOne(request, 'create') && request.json === null ? brokenDown('failed to allocate') : undefined,
    }),
  },
  'broken-json-is-a-server-error': {
    summary: 'a create of type application/json whose body is not JSON gets 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#2111',
    hooks: forgiving(
      (request) => isOne(request, 'create') && isJson(request) && request.json === undefined && request.raw.length > 0,
      [400, 422],
      () => brokenDown('could not get version and kind'),
    ),
  },
  // What the service does: "When a resource is created, the service stores it"; a text in JSON may contain `\u0000`.
  'nul-character-in-a-text-breaks-the-server': {
    summary: 'a write whose JSON has the character NUL in a text gets 500, as from a database that cannot store it',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kestra-io/kestra#10653',
    hooks: () => ({
      request: (request) =>
        isWrite(request) && hasNul(request.json) ? brokenDown('unsupported Unicode escape sequence') : undefined,
    }),
  },
  'numbers-are-shown-as-texts': {
    summary: 'the replicas of a spec are shown as a string',
    caughtBy: 'validation/answers-have-the-types-of-their-tables',
    hooks: showing((object) => {
      const spec = objectAt(object, 'spec');
      if (typeof spec?.['replicas'] === 'number') spec['replicas'] = String(spec['replicas']);
    }),
  },
});
