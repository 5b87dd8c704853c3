import type { Schema, TypeId } from './schema.ts';
import { typeOfRef } from './refs.ts';
import { SCHEMAS } from './schemas.ts';

/** The schema of that type. Throws `RangeError` for a type that is not in `SCHEMAS`. */
export function schemaOf(type: TypeId): Schema {
  const schema = Object.hasOwn(SCHEMAS, type) ? SCHEMAS[type] : undefined;
  if (schema === undefined) throw new RangeError(`no type '${type}' in the document`);
  return schema;
}

/** The schema itself, or the type that it refers to. */
export function resolved(schema: Schema): Schema {
  const type = typeOfRef(schema);
  return type === undefined ? schema : schemaOf(type);
}

/** The schema of a member of a type, inlined members included; `undefined` if the type has no such member. */
export function propertySchema(type: TypeId, member: string): Schema | undefined {
  return memberOf(schemaOf(type), member);
}

/** The member by which a merged list matches its elements; `undefined` for all other members. */
export function mergeKeyOf(type: TypeId, member: string): string | undefined {
  return propertySchema(type, member)?.['x-patch-merge-key'];
}

/**
 * The schema one step below: of a member of an object, a value of a map, or an element of an array (any index).
 * `undefined` for unknown members, embedded objects and steps into scalars.
 */
export function stepInto(schema: Schema, step: string | number): Schema | undefined {
  const here = resolved(schema);
  if (here.items !== undefined) return /^(?:\d+|-)$/.test(String(step)) ? here.items : undefined;
  return memberOf(here, String(step)) ?? here.additionalProperties;
}

/**
 * The schema at a path of an object, through references, arrays, maps and inlined types:
 *
 *     schemaAt('core/v1.Pod', ['spec', 'containers', 0, 'ports'])   the array with merge key containerPort
 *     schemaAt('core/v1.Pod', ['metadata', 'labels', 'a/b'])        a string
 *     schemaAt('core/v1.Pod', ['spec', 'nothing'])                  undefined
 */
export function schemaAt(type: TypeId, path: readonly (string | number)[]): Schema | undefined {
  let schema: Schema | undefined = schemaOf(type);
  for (const step of path) schema = schema === undefined ? undefined : stepInto(schema, step);
  return schema;
}

function memberOf({ properties }: Schema, member: string): Schema | undefined {
  return properties !== undefined && Object.hasOwn(properties, member) ? properties[member] : undefined;
}
