import { schemaOf } from '../../../spec/schemas/lookup.ts';
import { typeOfRef } from '../../../spec/schemas/refs.ts';
import type { Schema, TypeId } from '../../../spec/schemas/schema.ts';
import type { JsonMembers } from './json-parts.ts';

const INTEGER = /^-?\d{1,19}$/;

/**
 * Reads values of a wrong JSON type as some servers do. A list in place of an object holds the values of its members
 * in order. An object in place of a list holds alternating names and values. An integer may be quoted.
 *
 *     {"metadata": ["d"]}                                 ->  {"metadata": {"name": "d"}}
 *     {"spec": {"replicas": "3"}}                         ->  {"spec": {"replicas": 3}}
 *     {"name": "c", "command": {"x": "y"}}                ->  {"name": "c", "command": ["x", "y"]}
 */
export function readLeniently(typeId: TypeId, body: object): object {
  return lenient(schemaOf(typeId), body) as object;
}

function lenient(schema: Schema, value: unknown): unknown {
  const referred = typeOfRef(schema);
  if (referred !== undefined) return lenient(schemaOf(referred), value);
  const { properties, items, additionalProperties } = schema;
  if (properties !== undefined) return isContainer(value) ? membersIn(properties, value) : value;
  if (items !== undefined)
    return isContainer(value) ? elementsIn(value).map((element) => lenient(items, element)) : value;
  if (additionalProperties !== undefined)
    return isContainer(value) && !Array.isArray(value)
      ? mapped(value as JsonMembers, () => additionalProperties)
      : value;
  return schema.type === 'integer' && typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function membersIn(properties: Readonly<Record<string, Schema>>, value: object): object {
  const named = Array.isArray(value)
    ? Object.fromEntries(
        Object.keys(properties)
          .slice(0, value.length)
          .map((name, at) => [name, value[at] as unknown]),
      )
    : value;
  return mapped(named as JsonMembers, (name) => (Object.hasOwn(properties, name) ? properties[name] : undefined));
}

function elementsIn(value: object): readonly unknown[] {
  return Array.isArray(value) ? value : Object.entries(value).flat();
}

function mapped(value: JsonMembers, schemaFor: (name: string) => Schema | undefined): object {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const schema = schemaFor(name);
      return [name, schema === undefined ? inner : lenient(schema, inner)];
    }),
  );
}
