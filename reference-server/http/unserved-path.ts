import type { ServerResponse } from 'node:http';
import { ApiError } from '../objects/api-error.ts';

/**
 * What servers of some dialects answer where nothing is served, but below a group that is: text for a group that there is not, and elsewhere the paths that there are.
 * Whether it was one of these.
 *
 *     /apis/nothing/v1  404 page not found
 *     /nothing          {"paths": ["/api", ...]}
 */
export function sendUnserved(response: ServerResponse, path: string, documents: ReadonlyMap<string, object>): boolean {
  const [, first, second] = path.split('/');
  if (first === 'api' || (first === 'apis' && documents.has(`/apis/${second ?? ''}`))) return false;
  const [type, text] = first === 'apis' ? ['text/plain; charset=utf-8', '404 page not found\n'] : ['application/json', `${JSON.stringify(documents.get('/'), null, 2)}\n`];
  response.writeHead(404, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
  return true;
}

/** What it would take a running container to serve. */
const OF_CONTAINERS = /\/pods\/[^/]+\/(?:log|exec|attach|portforward|proxy)$/;

/** The refusal of a path at which nothing is served. */
export function nothingAt(path: string): ApiError {
  const why = OF_CONTAINERS.test(path) ? ': containers are simulated here, they write no log and take no connection' : '';
  return new ApiError('NotFound', `there is no resource at ${path}${why}`);
}
