import type { Verb } from '../../spec/surface/operations.ts';
import type { FaultyRequest } from './fault.ts';

/** A choice of requests: by verb, by several verbs, or by a predicate. */
export type Which = Verb | readonly Verb[] | ((request: FaultyRequest) => boolean);

/** The verbs that list, in one namespace or in all. */
const LISTS = ['list', 'listAll'] as const;

/** The verbs that write `/status`. */
export const STATUS_WRITES = ['replaceStatus', 'patchStatus'] as const;

/** Whether a request is chosen. */
export function isOne(request: FaultyRequest, which: Which): boolean {
  if (typeof which === 'function') return which(request);
  return (
    request.call !== undefined &&
    (typeof which === 'string' ? which === request.call.verb : which.includes(request.call.verb))
  );
}

/** Chooses those of some requests that are about objects of a kind. */
export const ofKind =
  (kind: string, which: Which) =>
  (request: FaultyRequest): boolean =>
    isOne(request, which) && request.call?.resource?.kind === kind;

/** Whether a request lists a collection, of one namespace or of all. */
export const isList = (request: FaultyRequest): boolean => isOne(request, LISTS);

/** Whether a request opens a watch. */
export const isWatch = (request: FaultyRequest): boolean => request.call?.watching === true;

/** Whether a request lists a collection and does not watch it. */
export const isPlainList = (request: FaultyRequest): boolean => isList(request) && !isWatch(request);

/** Whether a request lists a collection from the cache: any version will do. */
export const isFromCache = (request: FaultyRequest): boolean =>
  isPlainList(request) && request.query.get('resourceVersion') === '0';

/** Whether a request is a write, on any path. */
export const isWrite = ({ method }: FaultyRequest): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/** Whether the body of a request travels in chunks, without its length. */
export const isChunked = ({ headers }: FaultyRequest): boolean =>
  headers['transfer-encoding']?.includes('chunked') === true;

/** The `Content-Type` header of a request; empty if it has none. */
export const contentTypeOf = (request: FaultyRequest): string => request.headers['content-type'] ?? '';

/** Whether the body of a request is of that media type. */
export const isOfType = (request: FaultyRequest, type: string): boolean => contentTypeOf(request).startsWith(type);

/** Whether a request is a patch, on any path, of that media type if one is given. */
export const isPatch = (request: FaultyRequest, type?: string): boolean =>
  request.method === 'PATCH' && (type === undefined || isOfType(request, type));

/** Whether a request has a label selector that is not empty. */
export const selects = (request: FaultyRequest): boolean => (request.query.get('labelSelector') ?? '') !== '';

/** The path and the selectors of a list, a watch or a collection delete, as one text. */
export const selectionOf = ({ path, query }: FaultyRequest): string =>
  `${path} ${query.get('labelSelector') ?? ''} ${query.get('fieldSelector') ?? ''}`;

/** The `Accept` header of a request; empty if it has none. */
export const acceptOf = (request: FaultyRequest): string => request.headers['accept'] ?? '';

/** Whether the `Accept` header of a request allows JSON. */
export const acceptsJson = (request: FaultyRequest): boolean => /^$|json|^\*/.test(acceptOf(request));

/** Whether a request names a version: the empty one and 0 name none. */
export function namesVersion({ query }: FaultyRequest): boolean {
  return !['', '0', null].includes(query.get('resourceVersion'));
}
