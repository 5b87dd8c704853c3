import { CutError } from '../cut-error.ts';
import { failureStatus, isObject, jsonResponse } from '../bend.ts';
import type { Asked, Fault, FaultyResponse } from '../fault.ts';
import { faults } from '../named.ts';
import { forgiving, isOne } from '../ways.ts';

const brokenDown = (message: string): FaultyResponse => jsonResponse(500, failureStatus(500, 'InternalError', message));

const isJson = (asked: Asked): boolean => (asked.headers['content-type'] ?? '').startsWith('application/json');

/** Whether a selector contains a character that no label can have. */
const isUnreadable = ({ query }: Asked): boolean => /[^\w.\-/=!,() ]/.test(query.get('labelSelector') ?? '');

/** Requests that cause a server error: mostly mistakes of clients, which should get a client error. */
export const SERVER_ERROR_FAULTS: readonly Fault[] = faults({
  'reads-of-a-status-drop-the-connection': {
    summary: 'a GET of a status ends the connection without a response, as a handler does that panics',
    caughtBy: 'world/keeps-answering',
    hooks: () => ({
      request: (asked) => {
        if (isOne(asked, 'getStatus')) throw new CutError('cut');
      },
    }),
  },
  'unreadable-selector-is-a-server-error': {
    summary: 'a label selector that cannot be read is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#39730',
    hooks: forgiving(isUnreadable, [400, 422], () => brokenDown('unable to parse requirement')),
  },
  'unreadable-version-is-a-server-error': {
    summary: 'a watch from a version that is no number is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#139485',
    hooks: () => ({
      request: (asked) =>
        asked.call?.watching === true && !/^\d*$/.test(asked.query.get('resourceVersion') ?? '')
          ? brokenDown('invalid syntax')
          : undefined,
    }),
  },
  'delete-options-of-wrong-types-are-a-server-error': {
    summary: 'a delete whose options have members of another JSON type is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#139491',
    hooks: () => ({
      request: (asked) =>
        isOne(asked, ['delete', 'deleteCollection']) && isObject(asked.json) && hasWrongOption(asked.json)
          ? brokenDown('cannot unmarshal')
          : undefined,
    }),
  },
  'null-body-is-a-server-error': {
    summary: 'a create whose body is null is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#139463',
    hooks: () => ({
      request: (asked) =>
        isOne(asked, 'create') && asked.json === null ? brokenDown('failed to allocate') : undefined,
    }),
  },
  'broken-json-is-a-server-error': {
    summary: 'a create whose body is no JSON, and is said to be, is answered 500',
    caughtBy: 'validation/bad-input-is-never-a-server-error',
    seenIn: 'kubernetes/kubernetes#2111',
    hooks: forgiving(
      (asked) => isOne(asked, 'create') && isJson(asked) && asked.json === undefined && asked.raw.length > 0,
      [400, 422],
      () => brokenDown('could not get version and kind'),
    ),
  },
});

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
