import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { resolved, schemaOf } from '../../spec/schemas/lookup.ts';
import type { Schema, TypeId } from '../../spec/schemas/schema.ts';

/** Texts that confuse readers: empty, odd, long, special, or right. */
const TEXTS = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'A',
    '-',
    '.',
    '/',
    'a/b',
    'x'.repeat(300),
    '\0',
    '\ud800',
    '__proto__',
    'constructor',
    '80%',
    '-1',
    '0',
    '1e3',
    '*/5 * * * *',
    '10.0.0.1',
    '2017-08-01T00:00:00Z',
    'aGk=',
    'Always',
    'ClusterFirst',
    'TCP',
    'RollingUpdate',
  ),
  fc.string({ maxLength: 8 }),
);
const INTEGERS = fc.constantFrom(0, 1, -1, 80, 5, 65_536, 2 ** 31 - 1, -(2 ** 31), 2 ** 53 - 1);

/** Values with the JSON types of a type and otherwise any content; now and then a member is null or of a wrong type. */
export function typedValue(typeId: TypeId, depth: number): Arbitrary<unknown> {
  return valueOf(schemaOf(typeId), depth);
}

function valueOf(unresolved: Schema, depth: number): Arbitrary<unknown> {
  const schema = resolved(unresolved);
  if (schema.properties !== undefined) return objectOf(schema.properties, depth);
  if (schema.items !== undefined)
    return depth <= 0 ? fc.constant([]) : fc.array(valueOf(schema.items, depth - 1), { maxLength: 3 });
  if (schema.additionalProperties !== undefined) {
    return depth <= 0
      ? fc.constant({})
      : fc.dictionary(TEXTS, valueOf(schema.additionalProperties, depth - 1), { maxKeys: 3 });
  }
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (schema.enum !== undefined)
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...schema.enum) }, { weight: 1, arbitrary: TEXTS });
  if (types.includes('integer') && types.includes('string')) return fc.oneof(INTEGERS, TEXTS);
  if (types.includes('integer') || types.includes('number')) return INTEGERS;
  if (types.includes('boolean')) return fc.boolean();
  return TEXTS;
}

function objectOf(properties: Readonly<Record<string, Schema>>, depth: number): Arbitrary<unknown> {
  if (depth <= 0) return fc.constant({});
  const members = Object.entries(properties).map(([name, schema]): [string, Arbitrary<unknown>] => [
    name,
    fc.oneof(
      { weight: 30, arbitrary: fc.constant(undefined).chain(() => valueOf(schema, depth - 1)) },
      { weight: 1, arbitrary: fc.constantFrom(null, 1, 'x', true, [], {}) },
    ),
  ]);
  return fc.record(Object.fromEntries(members), { requiredKeys: [] });
}
