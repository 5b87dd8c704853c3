import { type Operation, OPERATIONS } from './operations.ts';

/** The match of a path: the operations of the document with this path, and the values of its placeholders. */
export interface PathMatch {
  /** By method. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** Decoded; absent if the path has none. */
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

/**
 * The operations whose path template matches a raw path (no query), or `undefined`. One trailing slash is ignored; a
 * malformed escape matches nothing.
 *
 *     /api/v1/namespaces/a/pods/p%2Fq   GET, PUT, PATCH, DELETE   namespace a, name p/q
 *     /api/v1/watch/namespaces/a        GET                       name a
 */
export function matchPath(path: string): PathMatch | undefined {
  const found = route(path);
  const [operation] = found?.node.operations.values() ?? [];
  if (found === undefined || operation === undefined) return undefined;
  const namespaced = operation.path.includes('{namespace}');
  return {
    operations: found.node.operations,
    namespace: namespaced ? found.filled[0] : undefined,
    name: found.filled[namespaced ? 1 : 0],
  };
}

/** Whether a query requests a watch: any value of `watch` but `false` and `0` (parameter set L). */
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

/** All path templates as one tree; each segment of a template is a literal or a placeholder. */
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

/**
 * Finds the node of a raw path, and the decoded values of its placeholders in order. A malformed escape matches
 * nothing.
 */
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
