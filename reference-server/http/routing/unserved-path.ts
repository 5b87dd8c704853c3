import type { ServerResponse } from 'node:http';
import { ApiError, NO_DETAILS } from '../../resources/api-error.ts';

/** The path of watches without a collection: servers of some dialects fail at it. */
const OF_WATCHES = '/api/v1/watch';

/**
 * The responses of some dialects to unserved paths outside of served groups: a text for an unknown group and for a
 * watch of nothing, and the list of all paths elsewhere. Returns whether the path was one of these.
 *
 *     /api/v1/watch     500 a watch must name a resource
 *     /apis/nothing/v1  404 page not found
 *     /nothing          {"paths": ["/api", ...]}
 */
export function sendUnserved(response: ServerResponse, path: string, documents: ReadonlyMap<string, object>): boolean {
  const [, first, second] = path.split('/');
  if (path === OF_WATCHES) send(response, 500, PLAIN_TEXT, 'a watch must name a resource\n');
  else if (first === 'api' || (first === 'apis' && documents.has(`/apis/${second ?? ''}`))) return false;
  else if (first === 'apis') send(response, 404, PLAIN_TEXT, '404 page not found\n');
  else send(response, 404, 'application/json', `${JSON.stringify(documents.get('/'), null, 2)}\n`);
  return true;
}

const PLAIN_TEXT = 'text/plain; charset=utf-8';

function send(response: ServerResponse, code: number, type: string, text: string): void {
  response.writeHead(code, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

/** Paths that need a running container. */
const OF_CONTAINERS = /\/pods\/[^/]+\/(?:log|exec|attach|portforward|proxy)$/;

/** The refusal of an unserved path. */
export function nothingAt(path: string): ApiError {
  const why = OF_CONTAINERS.test(path)
    ? ': containers are simulated here, they write no log and take no connection'
    : '';
  return new ApiError('NotFound', `there is no resource at ${path}${why}`, NO_DETAILS);
}
