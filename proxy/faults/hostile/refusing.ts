import { failureStatus, isObject, jsonResponse } from '../bend.ts';
import type { FaultyRequest, Bendable, FaultyResponse, Hooks } from '../fault.ts';
import type { HostileTarget } from './hostile-target.ts';
import { bending } from './serve.ts';
import { isWrite } from '../requests.ts';

const REQUESTS_BEFORE_LIMIT = 200;
const OLD_GROUP_VERSIONS = ['extensions/v1beta1', 'apps/v1beta1', 'batch/v1beta1', 'batch/v2alpha1'];

/** Servers that refuse a part of the API. */
export const REFUSING: readonly HostileTarget[] = [
  {
    name: 'limits-rate-after-200-requests',
    summary: `Returns 429 without end after ${REQUESTS_BEFORE_LIMIT} requests`,
    startInFront: bending(limitRate),
  },
  {
    name: 'read-only',
    summary: 'Returns 405 to every request that writes',
    startInFront: bending(() => ({ request: (request) => (isWrite(request) ? methodNotAllowed(request) : undefined) })),
  },
  {
    name: 'refuses-namespaces-with-403',
    summary: 'Returns 403 to every create of a Namespace; those that exist can be used',
    startInFront: bending(() =>
      refuseNamespaces(
        403,
        'Forbidden',
        'namespaces is forbidden: User "tester" cannot create namespaces at the cluster scope',
      ),
    ),
  },
  {
    name: 'refuses-namespaces-with-500',
    summary: 'Returns 500 to every create of a Namespace; those that exist can be used',
    startInFront: bending(() =>
      refuseNamespaces(500, 'InternalError', 'Internal error occurred: no kind "Namespace" is registered'),
    ),
  },
  {
    name: 'modern-groups-only',
    summary:
      'Serves v1, apps/v1 and batch/v1 and returns 404 for the group versions of the document that later releases removed',
    startInFront: bending(serveModernGroups),
  },
];

function limitRate(): Hooks {
  let requests = 0;
  return {
    request() {
      requests += 1;
      return requests > REQUESTS_BEFORE_LIMIT
        ? {
            ...jsonResponse(429, failureStatus(429, 'TooManyRequests', 'too many requests')),
            headers: { 'content-type': 'application/json', 'retry-after': '1' },
          }
        : undefined;
    },
  };
}

function methodNotAllowed({ method }: FaultyRequest): FaultyResponse {
  return {
    ...jsonResponse(
      405,
      failureStatus(405, 'MethodNotAllowed', `${method} is not supported: this server is read-only`),
    ),
    headers: { 'content-type': 'application/json', allow: 'GET' },
  };
}

function refuseNamespaces(code: number, reason: string, message: string): Hooks {
  return {
    request: ({ call }) =>
      call?.verb === 'create' && call.resource?.kind === 'Namespace'
        ? jsonResponse(code, failureStatus(code, reason, message))
        : undefined,
  };
}

function serveModernGroups(): Hooks {
  return {
    request(request) {
      if (isDiscovery(request)) request.headers['accept'] = 'application/json';
      return OLD_GROUP_VERSIONS.some((each) => isUnder(request.path, `/apis/${each}`)) ||
        isUnder(request.path, '/apis/extensions')
        ? notFound()
        : undefined;
    },
    response(response, request) {
      if (isDiscovery(request) && isObject(response.json)) forgetOldGroups(response.json);
    },
  };
}

function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function isDiscovery({ path }: FaultyRequest): boolean {
  return /^\/(?:apis(?:\/[^/]+)?\/?)?$/.test(path);
}

function notFound(): FaultyResponse {
  return {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    json: undefined,
    raw: Buffer.from('404 page not found\n'),
  };
}

/** Drops the old group-versions from the list of paths, from an APIGroupList, or from one APIGroup. */
function forgetOldGroups(document: Bendable): void {
  const { paths, groups } = document;
  if (Array.isArray(paths))
    document['paths'] = paths.filter(
      (path) => path !== '/apis/extensions' && !OLD_GROUP_VERSIONS.some((each) => path === `/apis/${each}`),
    );
  if (Array.isArray(groups)) document['groups'] = groups.filter(isObject).filter(({ name }) => name !== 'extensions');
  for (const group of Array.isArray(document['groups']) ? document['groups'] : [document])
    forgetOldVersions(group as Bendable);
}

function forgetOldVersions(group: Bendable): void {
  const { versions } = group;
  if (Array.isArray(versions))
    group['versions'] = versions.filter(
      (version) => !isObject(version) || !OLD_GROUP_VERSIONS.includes(String(version['groupVersion'])),
    );
}
