import { refTo, resolved, type Schema } from '../../../spec/schemas/index.ts';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import { at, isObject, type Json, type JsonObject, textAt, listAt } from '../../oracle/json.ts';
import { isTime } from '../../oracle/values/rfc-3339.ts';
import { isOfType } from './wrong-types.ts';

/** A value in a response with another type than its table states. */
export interface Mistyped {
  /** JSON path with `[]` for any index and `{}` for any key of a map: `status.containerStatuses[].ready`. */
  readonly path: string;
  readonly expected: string;
  readonly actual: Json;
}

/**
 * The first value in an object with another JSON type than its schema, or a time that is not RFC 3339. Null counts
 * as absent. Members without a schema are skipped.
 */
export function firstMistyped(type: string, object: JsonObject): Mistyped | undefined {
  return mistypedIn({ $ref: refTo(type) }, object, '');
}

function mistypedIn(schema: Schema, value: Json, path: string): Mistyped | undefined {
  const { type, format, items, properties = {}, additionalProperties } = resolved(schema);
  if (value === null || type === undefined) return undefined;
  if (!isOfType(type, value))
    return {
      path,
      expected: [type]
        .flat()
        .filter((each) => each !== 'null')
        .join(' or '),
      actual: value,
    };
  if (format === 'date-time' && typeof value === 'string' && !isTime(value))
    return { path, expected: 'a time in the form of RFC 3339', actual: value };
  if (Array.isArray(value))
    return items === undefined
      ? undefined
      : first(value as readonly Json[], (element) => mistypedIn(items, element, `${path}[]`));
  if (!isObject(value)) return undefined;
  return first(Object.entries(value), ([name, member]) => {
    if (Object.hasOwn(properties, name))
      return mistypedIn(properties[name] ?? {}, member, path === '' ? name : `${path}.${name}`);
    return additionalProperties === undefined ? undefined : mistypedIn(additionalProperties, member, `${path}{}`);
  });
}

function first<T>(things: readonly T[], find: (thing: T) => Mistyped | undefined): Mistyped | undefined {
  for (const thing of things) {
    const found = find(thing);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An object in a response, and its type or the type of its list. */
export interface Typed {
  readonly type: string;
  readonly object: JsonObject;
}

const LISTS: ReadonlyMap<string, { readonly schema: string }> = new Map(
  RESOURCES.map((resource) => [`${resource.apiVersion} ${resource.kind}List`, resource]),
);
const KINDS: ReadonlyMap<string, string> = new Map([
  ...RESOURCES.map(({ apiVersion, kind, schema }) => [`${apiVersion} ${kind}`, schema] as const),
  ['v1 Status', 'meta/v1.Status'] as const,
]);

/** The object in a body, or a list's items and its metadata. Nothing for kinds that the document does not have. */
export function typedIn(body: Json | undefined): Typed[] {
  const id = `${textAt(body, 'apiVersion')} ${textAt(body, 'kind')}`;
  const [list, type] = [LISTS.get(id), KINDS.get(id)];
  if (list !== undefined) {
    const [objects, metadata] = [listAt(body, 'items').filter(isObject), at(body, 'metadata')];
    return [
      ...(isObject(metadata) ? [{ type: 'meta/v1.ListMeta', object: metadata }] : []),
      ...objects.map((object) => ({ type: list.schema, object })),
    ];
  }
  return type !== undefined && isObject(body) ? [{ type, object: body }] : [];
}
