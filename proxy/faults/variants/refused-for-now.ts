import { failureStatus, jsonResponse, madePath, metadataOf, objectPath, succeeded } from '../bend.ts';
import type { FaultyResponse, Hooks, Variant } from '../fault.ts';
import { variants } from '../named.ts';
import { isOne, isWrite, ofKind } from '../requests.ts';

/** The response of a server that asks to try again after a second. */
function tryAgain(code: 429 | 503, reason: string, message: string): FaultyResponse {
  const response = jsonResponse(code, failureStatus(code, reason, message));
  response.headers['retry-after'] = '1';
  return response;
}

/** How often there is no leader, and for how long, in milliseconds. */
const ELECTION_EVERY_MS = 7_000;
const ELECTION_MS = 400;

/** How long the name of a deleted object rests, in milliseconds. */
const REST_MS = 800;

/** A deleted object leaves a name that no create may take for a while. */
function restingNames(): Hooks {
  const deleted = new Map<string, number>();
  return {
    request: (request) =>
      isOne(request, 'create') && Date.now() - (deleted.get(madePath(request, request.json)) ?? 0) < REST_MS
        ? tryAgain(429, 'TooManyRequests', 'the name was in use a moment ago')
        : undefined,
    response: (response, request) => {
      if (isOne(request, 'delete') && succeeded(response)) deleted.set(objectPath(request), Date.now());
    },
  };
}

/** How long a new namespace takes no objects, in milliseconds. */
const UNREADY_MS = 600;

/** A namespace takes objects some time after its create. */
function unreadyNamespaces(): Hooks {
  const made = new Map<string, number>();
  return {
    yaml: true,
    request: (request) =>
      isOne(request, 'create') && Date.now() - (made.get(request.call?.namespace ?? '') ?? 0) < UNREADY_MS
        ? tryAgain(429, 'TooManyRequests', 'the namespace is not ready yet')
        : undefined,
    response: (response, request) => {
      if (ofKind('Namespace', 'create')(request) && succeeded(response))
        made.set(String(metadataOf(response.json)['name']), Date.now());
    },
  };
}

/** Servers that refuse some writes for a while, and take them a moment later. */
export const REFUSED_FOR_NOW_VARIANTS: readonly Variant[] = variants({
  'no-leader-now-and-then': {
    summary: 'for 0.4 of every 7 seconds the store has no leader: writes get 503 with Retry-After, reads are served',
    dialect: 'spec',
    hooks: () => ({
      request: (request) =>
        request.call !== undefined && isWrite(request) && Date.now() % ELECTION_EVERY_MS < ELECTION_MS
          ? tryAgain(503, 'ServiceUnavailable', 'the store has no leader')
          : undefined,
    }),
  },
  'names-rest-after-a-delete': {
    summary: 'a create within 0.8 seconds after the delete of an object of that name gets 429 with Retry-After',
    dialect: 'spec',
    hooks: restingNames,
  },
  'new-namespaces-are-not-ready-at-once': {
    summary: 'a create in a namespace younger than 0.6 seconds gets 429 with Retry-After',
    dialect: 'spec',
    hooks: unreadyNamespaces,
  },
});
