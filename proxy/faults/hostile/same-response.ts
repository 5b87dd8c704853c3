import type { RequestListener } from 'node:http';
import { failureStatus } from '../bend.ts';
import type { HostileTarget } from './hostile-target.ts';
import { handling } from './serve.ts';

const HTML = '<!doctype html>\n<html><head><title>Welcome</title></head><body><div id="app"></div></body></html>\n';
const LOGIN_PATH = '/login';
const LOGIN =
  '<!doctype html>\n<html><head><title>Sign in</title></head><body><form method="post"><input name="user"><input name="password" type="password"></form></body></html>\n';
const CONFIG_MAP = {
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: {
    name: 'settings',
    namespace: 'default',
    uid: '5d0c1a52-6c0e-4f7e-9d3f-0a6f3c8a1b11',
    resourceVersion: '1',
  },
  data: { a: '1' },
};

/** Servers that send the same response to every request. */
export const SAME_RESPONSE: readonly HostileTarget[] = [
  {
    name: 'answers-html',
    summary: 'Returns 200 and an HTML page, as a web application does to every request',
    startAlone: handling(always(200, 'text/html; charset=utf-8', HTML)),
  },
  {
    name: 'answers-empty-object',
    summary: 'Returns 200 and {} to every request',
    startAlone: handling(alwaysJson(200, {})),
  },
  {
    name: 'answers-one-object',
    summary: 'Returns 200 and the same ConfigMap to every request',
    startAlone: handling(alwaysJson(200, CONFIG_MAP)),
  },
  {
    name: 'answers-500',
    summary: 'Returns 500 and a Status to every request',
    startAlone: handling(
      alwaysJson(500, failureStatus(500, 'InternalError', 'Internal error occurred: the storage is not available')),
    ),
  },
  {
    name: 'answers-401',
    summary: 'Returns 401 and a Status to every request',
    startAlone: handling(
      alwaysJson(401, failureStatus(401, 'Unauthorized', 'Unauthorized'), { 'www-authenticate': 'Bearer' }),
    ),
  },
  {
    name: 'answers-403',
    summary: 'Returns 403 and a Status to every request',
    startAlone: handling(
      alwaysJson(403, failureStatus(403, 'Forbidden', 'forbidden: User "system:anonymous" cannot get path')),
    ),
  },
  {
    name: 'answers-429',
    summary: 'Returns 429 and Retry-After: 1 to every request',
    startAlone: handling(
      alwaysJson(429, failureStatus(429, 'TooManyRequests', 'too many requests'), { 'retry-after': '1' }),
    ),
  },
  {
    name: 'redirects-in-a-loop',
    summary: 'Redirects every request to the path that it asks for',
    startAlone: handling((request, response) => void response.writeHead(302, { location: request.url ?? '/' }).end()),
  },
  {
    name: 'redirects-to-login',
    summary: 'Redirects every request to a login page in HTML',
    startAlone: handling(toLogin),
  },
];

function always(
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): RequestListener {
  return (_, response) => void response.writeHead(status, { 'content-type': type, ...headers }).end(body);
}

function alwaysJson(status: number, json: unknown, headers?: Readonly<Record<string, string>>): RequestListener {
  return always(status, 'application/json', `${JSON.stringify(json)}\n`, headers);
}

function toLogin(...[request, response]: Parameters<RequestListener>): void {
  const path = request.url ?? '/';
  if (path.startsWith(LOGIN_PATH)) always(200, 'text/html; charset=utf-8', LOGIN)(request, response);
  else response.writeHead(302, { location: `${LOGIN_PATH}?next=${encodeURIComponent(path)}` }).end();
}
