import type { Operation, Verb } from '../../spec/surface/operations.ts';
import { OPERATIONS } from '../../spec/surface/operations.ts';
import { resourceById } from '../../spec/surface/resources.ts';
import type { Call } from './history.ts';

/**
 * What a request does on the API: the operation of the document whose method and path it has, or `undefined` where there is none.
 * `path` is raw and relative to the base URL of the API; one trailing slash is ignored.
 *
 * `watch=true` on a collection is a parameter of its list operation (document, Events 1), so `operation` stays the list row that
 * was called while `verb` says what it does:
 *
 *     GET /api/v1/watch/namespaces/a/pods/p                              watch row      verb watch
 *     GET /api/v1/namespaces/a/pods?watch=true                           list row       verb watchList
 *     GET /api/v1/namespaces/a/pods?watch=1&fieldSelector=metadata.name=p  list row     verb watch, name p
 *     GET /api/v1/pods?watch=true                                        list-all row   verb watchAll
 */
export function callOf(method: string, path: string, query: URLSearchParams): Call | undefined {
  const found = route(path);
  const operation = found?.node.operations.get(method);
  if (found === undefined || operation === undefined) return undefined;
  const call: Call = {
    operation,
    verb: operation.verb,
    resource: operation.resource === undefined ? undefined : resourceById(operation.resource),
    ...holes(operation, found.filled),
    watching: isWatchVerb(operation.verb),
  };
  return isCollectionRead(operation.verb) && asksToWatch(query) ? watchByParameter(call, query) : call;
}

/** Whether a query asks for a watch: any value of `watch` but `false` and `0`. */
export function asksToWatch(query: URLSearchParams): boolean {
  const value = query.get('watch');
  return value !== null && value !== '0' && value.toLowerCase() !== 'false';
}

interface Node {
  readonly literals: Map<string, Node>;
  hole: Node | undefined;
  /** By method. */
  readonly operations: Map<string, Operation>;
}

const ROOT = tree();

/** All path templates as one tree; at each depth of the document's paths stands either a literal or a hole. */
function tree(): Node {
  const root = emptyNode();
  for (const operation of OPERATIONS) {
    let node = root;
    for (const segment of operation.path.slice(1).split('/')) node = child(node, segment);
    node.operations.set(operation.method, operation);
  }
  return root;
}

function emptyNode(): Node {
  return { literals: new Map(), hole: undefined, operations: new Map() };
}

function child(node: Node, segment: string): Node {
  if (segment.startsWith('{')) return (node.hole ??= emptyNode());
  const known = node.literals.get(segment) ?? emptyNode();
  node.literals.set(segment, known);
  return known;
}

/** Where a raw path leads, and the decoded segments that fill its holes in order. A malformed escape leads nowhere. */
function route(path: string): { readonly node: Node; readonly filled: readonly string[] } | undefined {
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  const filled: string[] = [];
  let node: Node | undefined = ROOT;
  for (const raw of path.slice(1, end).split('/')) {
    const segment = decoded(raw);
    if (segment === undefined || segment === '') return undefined;
    const literal: Node | undefined = node.literals.get(segment);
    if (literal === undefined) filled.push(segment);
    node = literal ?? node.hole;
    if (node === undefined) return undefined;
  }
  return { node, filled };
}

function decoded(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function holes(operation: Operation, filled: readonly string[]): { namespace: string | undefined; name: string | undefined } {
  const namespaced = operation.path.includes('{namespace}');
  return { namespace: namespaced ? filled[0] : undefined, name: filled[namespaced ? 1 : 0] };
}

function isWatchVerb(verb: Verb): boolean {
  return verb === 'watch' || verb === 'watchList' || verb === 'watchAll';
}

function isCollectionRead(verb: Verb): boolean {
  return verb === 'list' || verb === 'listAll';
}

const ONE_NAME = /^metadata\.name==?([^,=!\\]+)$/;

function watchByParameter(call: Call, query: URLSearchParams): Call {
  if (call.verb === 'listAll') return { ...call, verb: 'watchAll', watching: true };
  const [, name] = ONE_NAME.exec(query.get('fieldSelector') ?? '') ?? [];
  if (name === undefined) return { ...call, verb: 'watchList', watching: true };
  return { ...call, verb: 'watch', name, watching: true };
}
