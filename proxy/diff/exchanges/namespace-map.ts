import { RESOURCES } from '../../../spec/surface/resources.ts';
import { matchPath } from '../../../spec/surface/match-path.ts';
import { isObject, type Json, type JsonObject, memberOf, textOf } from '../values/json-value.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';

/** Names of namespaces, and the new name of each. */
export type NamespaceNames = ReadonlyMap<string, string>;

const NAMESPACES = RESOURCES.find(({ id }) => id === 'namespaces');
/** The names of the kind in an object, a list, and the details of a response. */
const KINDS: ReadonlySet<string> = new Set([NAMESPACES?.kind ?? '', NAMESPACES?.plural ?? '']);
const LIST_KIND = `${NAMESPACES?.kind ?? ''}List`;
/** Kinds that show objects of any kind: that of the path. */
const GENERIC_KINDS: ReadonlySet<string> = new Set(['PartialObjectMetadata', 'PartialObjectMetadataList', 'Table']);
/** Members with objects, or with an object around them, of the kind of the path. */
const ELEMENTS: ReadonlySet<string> = new Set(['items', 'rows', 'object']);

/** Maps with contents of the client. */
const CLIENT_MAPS: ReadonlySet<string> = new Set([
  'data',
  'stringData',
  'annotations',
  'labels',
  'matchLabels',
  'nodeSelector',
  'selector',
]);

/** The inverse map. */
export function reversed(names: NamespaceNames): NamespaceNames {
  return new Map([...names].map(([from, to]) => [to, from]));
}

/**
 * A request target with namespaces renamed in its path and in its field selectors; every other byte is kept.
 *
 *     default -> scratch   /api/v1/namespaces/default/events?fieldSelector=involvedObject.namespace%3Ddefault
 *                       -> /api/v1/namespaces/scratch/events?fieldSelector=involvedObject.namespace%3Dscratch
 */
export function renamedTarget(target: string, names: NamespaceNames): string {
  const { path, query } = splitTarget(target);
  const segments = path.split('/');
  const at = segments.indexOf('namespaces') + 1;
  const name = at === 0 ? undefined : names.get(decoded(segments[at] ?? ''));
  if (name !== undefined) segments[at] = name;
  if (path === target) return segments.join('/');
  const ofNamespaces = at !== 0 && segments.length <= at + 1;
  const renamed = query.replace(
    /(^|&)(fieldSelector=)([^&]*)/g,
    (_, before: string, parameter: string, value: string) =>
      before + parameter + renamedSelector(value, names, ofNamespaces),
  );
  return `${segments.join('/')}?${renamed}`;
}

/**
 * The kind of objects at a target whose bodies do not name it, if it is a namespace: servers infer the kind from the
 * path.
 */
export function kindAt(target: string): string {
  const [operation] = matchPath(splitTarget(target).path)?.operations.values() ?? [];
  return operation?.resource === NAMESPACES?.id ? (NAMESPACES?.kind ?? '') : '';
}

/** The namespace of an object; a Namespace is in itself. `kind` is that of the objects at its target. */
export function namespaceOf(object: Json | undefined, kind: string): string {
  const metadata = memberOf(object, 'metadata');
  return textOf(metadata, 'namespace') || (KINDS.has(kindOf(object, kind)) ? textOf(metadata, 'name') : '');
}

/**
 * A body with namespaces renamed in members `namespace`, names of namespaces, links and messages. `kind` is that of
 * a body that names none, and of the objects in tables and bare metadata.
 *
 *     Namespace   {"kind":"Table","rows":[{"cells":["default","Active"],"object":{"metadata":{"name":"default"}}}]}
 *              -> {"kind":"Table","rows":[{"cells":["scratch","Active"],"object":{"metadata":{"name":"scratch"}}}]}
 */
export function renamedValue(value: Json, names: NamespaceNames, kind = ''): Json {
  return renamedAt(value, names, kind);
}

/** Renames namespaces in a text that is no JSON, such as YAML; every other byte is kept. */
export function renamedText(text: string, names: NamespaceNames, kind = ''): string {
  const isNamespace =
    (kind !== '' && !/^kind["']?\s*:/m.test(text)) ||
    new RegExp(`^kind["']?\\s*:\\s*["']?${NAMESPACES?.kind ?? ''}["']?\\s*$`, 'm').test(text);
  const member = new RegExp(
    `((?:^|[\\s{,"'])(?:namespace${isNamespace ? '|name' : ''})["']?\\s*:\\s*["']?)([a-z0-9][-a-z0-9]*)(?=["'\\s,}]|$)`,
    'gm',
  );
  return text.replace(member, (whole, before: string, name: string) =>
    names.has(name) ? before + (names.get(name) ?? '') : whole,
  );
}

function renamedAt(value: Json, names: NamespaceNames, around: string): Json {
  if (Array.isArray(value)) return value.map((each: Json) => renamedAt(renamedOperation(each, names), names, around));
  if (!isObject(value)) return value;
  const kind = kindOf(value, around);
  return Object.fromEntries(
    Object.entries(value).map(([member, each]) => [member, renamedMember(member, each, { kind, around, names })]),
  );
}

function kindOf(value: Json | undefined, around: string): string {
  const stated = textOf(value, 'kind');
  return stated === '' || (around !== '' && GENERIC_KINDS.has(stated)) ? around : stated;
}

interface MemberContext {
  /** Kind of the object that holds the member. */
  readonly kind: string;
  readonly around: string;
  readonly names: NamespaceNames;
}

function renamedMember(member: string, each: Json, { kind, names }: MemberContext): Json {
  if (typeof each === 'string') {
    if (member === 'namespace' || (member === 'name' && KINDS.has(kind))) return names.get(each) ?? each;
    if (member === 'selfLink') return renamedTarget(each, names);
    return member === 'message' ? renamedMessage(each, names) : each;
  }
  if (CLIENT_MAPS.has(member)) return each;
  if (member === 'cells' && KINDS.has(kind)) return renamedCells(each, names);
  if (ELEMENTS.has(member) && (kind === LIST_KIND || KINDS.has(kind)))
    return renamedAt(each, names, NAMESPACES?.kind ?? '');
  return renamedAt(each, names, member === 'metadata' && KINDS.has(kind) ? kind : '');
}

/** The first cell of a row is the name. */
function renamedCells(cells: Json, names: NamespaceNames): Json {
  if (!Array.isArray(cells)) return cells;
  const [name, ...rest] = cells as readonly Json[];
  return typeof name === 'string' ? [names.get(name) ?? name, ...rest] : cells;
}

function renamedOperation(operation: Json, names: NamespaceNames): Json {
  const value = memberOf(operation, 'value');
  if (!isObject(operation) || typeof value !== 'string' || !textOf(operation, 'path').endsWith('/namespace'))
    return operation;
  return { ...operation, value: names.get(value) ?? value } satisfies JsonObject;
}

function renamedMessage(message: string, names: NamespaceNames): string {
  return message.replace(/[A-Za-z0-9]+(?:[-.]+[A-Za-z0-9]+)*/g, (word) => names.get(word) ?? word);
}

function renamedSelector(raw: string, names: NamespaceNames, ofNamespaces: boolean): string {
  const selector = decoded(raw);
  const member = new RegExp(
    `((?:^|,)\\s*(?:[A-Za-z.]*namespace${ofNamespaces ? '|metadata\\.name' : ''})\\s*(?:==|=|!=)\\s*)([^,\\s]+)`,
    'g',
  );
  const renamed = selector.replace(member, (_, before: string, name: string) => before + (names.get(name) ?? name));
  return renamed === selector ? raw : encodeURIComponent(renamed);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
