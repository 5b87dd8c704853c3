import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { resolved, schemaOf } from '../../spec/schemas/lookup.ts';
import type { Schema, TypeId } from '../../spec/schemas/schema.ts';

const TEXTS = fc.oneof(
  fc.constantFrom('', 'a', '\0', '__proto__', 'constructor', 'ö', '25%', 'x'.repeat(300)),
  fc.string({ maxLength: 8, unit: 'grapheme' }),
);
const INT32S = fc.oneof(fc.constantFrom(0, 1, -1, 2 ** 31 - 1, -(2 ** 31)), fc.integer());
const INT64S = fc.oneof(INT32S, fc.constantFrom(2 ** 53 - 1, -(2 ** 53) + 1), fc.maxSafeInteger());
const TIMES = fc.constantFrom('2017-08-01T12:00:00Z', '1969-12-31T23:59:59Z', '9999-12-31T23:59:59Z');
const BASE64 = fc.constantFrom('', 'aGk=', 'AP8=');

/**
 * Values that are legal by a type's schema, `depth` objects deep. No list is empty, because protobuf does not
 * distinguish an empty list from none.
 */
export function legalValue(typeId: TypeId, depth: number): Arbitrary<unknown> {
  return valueOf(schemaOf(typeId), depth);
}

function valueOf(unresolved: Schema, depth: number): Arbitrary<unknown> {
  const schema = resolved(unresolved);
  if (schema.properties !== undefined) return objectOf(schema.properties, depth);
  if (schema.items !== undefined) return fc.array(valueOf(schema.items, depth - 1), { minLength: 1, maxLength: 2 });
  if (schema.additionalProperties !== undefined)
    return fc.dictionary(TEXTS, valueOf(schema.additionalProperties, depth - 1), { maxKeys: 2, noNullPrototype: true });
  const types = new Set([schema.type ?? []].flat());
  if (schema.format === 'date-time') return TIMES;
  if (schema.format === 'byte') return BASE64;
  if (types.has('integer'))
    return types.has('string') ? fc.oneof(INT32S, TEXTS) : schema.format === 'int64' ? INT64S : INT32S;
  if (types.has('number')) return fc.constantFrom('0', '100m', '1Gi');
  if (types.has('boolean')) return fc.boolean();
  return types.has('object') ? fc.constant({ any: ['thing', null, 1] }) : TEXTS;
}

function objectOf(properties: Readonly<Record<string, Schema>>, depth: number): Arbitrary<unknown> {
  if (depth <= 0) return fc.constant({});
  const members = Object.entries(properties).map(([name, schema]): [string, Arbitrary<unknown>] => [
    name,
    fc.constant(undefined).chain(() => valueOf(schema, depth - 1)),
  ]);
  return fc.record(Object.fromEntries(members), { requiredKeys: [] });
}
