import type { DialectChoices } from '../../../spec/dialects/index.ts';
import {
  type JsonType,
  propertySchema,
  resolved,
  type Schema,
  schemaAt,
  type TypeId,
} from '../../../spec/schemas/index.ts';
import { isObject, type Json, type JsonObject } from '../../oracle/json.ts';

const IS: Readonly<Record<JsonType, (value: Json) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

/** Whether a value has a JSON type, or one of several. */
export function isOfType(type: JsonType | readonly JsonType[], value: Json): boolean {
  return [type].flat().some((each) => IS[each as JsonType](value));
}

/**
 * Whether a value, or an element of a list or map, has another JSON type than its schema states. Members of objects
 * are not checked. Null counts as absent. Values that servers of the dialect may accept are not wrong.
 */
function hasWrongType(schema: Schema, value: Json, choices: DialectChoices): boolean {
  const { type, items, additionalProperties, properties } = resolved(schema);
  if (value === null || type === undefined) return false;
  if (
    choices['media-types.json-types'] === 'lenient' &&
    ((type === 'integer' && isQuotedInteger(value)) ||
      (items !== undefined && isObject(value)) ||
      (properties !== undefined && Array.isArray(value)))
  )
    return false;
  if (!isOfType(type, value)) return true;
  if (Array.isArray(value))
    return items !== undefined && (value as readonly Json[]).some((element) => hasWrongType(items, element, choices));
  return (
    isObject(value) &&
    additionalProperties !== undefined &&
    Object.values(value).some((member) => hasWrongType(additionalProperties, member, choices))
  );
}

function isQuotedInteger(value: Json): boolean {
  return typeof value === 'string' && /^-?\d+$/.test(value);
}

/** The first member of the wrong type in an object of that type; only of `members`, if given. */
export function wrongMemberOf(
  type: TypeId,
  object: JsonObject,
  choices: DialectChoices,
  members: readonly string[] = Object.keys(object),
): string | undefined {
  return members.find((member) => {
    const schema = propertySchema(type, member);
    const value = Object.hasOwn(object, member) ? object[member] : undefined;
    return schema !== undefined && value !== undefined && hasWrongType(schema, value, choices);
  });
}

/** Whether a value is a text that is not allowed. Empty and null count as absent. */
export function isOther(value: Json | undefined, allowed: readonly string[]): boolean {
  return typeof value === 'string' && value !== '' && !allowed.includes(value);
}

/** Whether the API types have a member at a path of a `Difference`. The fate of other members is left open. */
export function isTyped(type: TypeId, path: string): boolean {
  const steps = path
    .split('/')
    .slice(1)
    .map((step) => (step.startsWith('[') ? '0' : step.replaceAll('~1', '/').replaceAll('~0', '~')));
  return schemaAt(type, steps) !== undefined;
}
