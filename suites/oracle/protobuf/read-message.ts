import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { type ProtobufField, schemaOf, type TypeId } from '../../../spec/schemas/index.ts';
import type { Json, JsonObject } from '../json.ts';
import { type WireForm, layoutOf, type ProtobufMember } from './layout.ts';
import { ONE_VALUES } from './one-value.ts';

/** Deeper than every object of this API. Deeper bytes are not a valid message. */
const DEEPEST = 100;

/**
 * Decodes a message of that type into its JSON object. It skips unknown fields, because a later release may have
 * more. A field that is present becomes a member, zeros included. Throws if the bytes are not a message, or a field
 * has another wire type than its schema.
 */
export function readMessage(type: TypeId, bytes: Uint8Array, depth = 0): JsonObject {
  // `Object.fromEntries` makes `__proto__` an ordinary member.
  return Object.fromEntries(membersOf(type, bytes, depth));
}

function membersOf(type: TypeId, bytes: Uint8Array, depth: number): Map<string, Json> {
  if (depth > DEEPEST) throw new RangeError(`nested deeper than ${DEEPEST}`);
  const fields = new Map(layoutOf(type).map((field) => [field.number, field]));
  const found = new Map<string, Json>();
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    const field = fields.get(number);
    if (field === undefined) reader.skip(wire, number);
    else take(found, field, reader, wire, depth);
  }
  return found;
}

function take(
  found: Map<string, Json>,
  { member, form, many }: ProtobufMember,
  reader: BinaryReader,
  wire: WireType,
  depth: number,
): void {
  if (member === undefined) {
    if (form.is === 'message')
      for (const [name, value] of membersOf(form.type, lengthDelimited(reader, wire), depth + 1))
        found.set(name, value);
    return;
  }
  const before = found.get(member);
  if (many === 'one') found.set(member, readOne(form, reader, wire, depth));
  else if (many === 'list')
    found.set(member, [
      ...(Array.isArray(before) ? (before as readonly Json[]) : []),
      ...readSome(form, reader, wire, depth),
    ]);
  else found.set(member, withEntry(before, readEntry(form, lengthDelimited(reader, wire), depth + 1)));
}

function withEntry(before: Json | undefined, entry: readonly [string, Json]): JsonObject {
  return Object.fromEntries([...Object.entries(before ?? {}), entry]);
}

function readOne(form: WireForm, reader: BinaryReader, wire: WireType, depth: number): Json {
  if (form.is === 'integer') return Number(varint(reader, wire).int64());
  if (form.is === 'truth') return varint(reader, wire).bool();
  if (wire !== WireType.LengthDelimited) throw new TypeError(`wire type ${wire} where ${form.is} belongs`);
  if (form.is === 'text') return reader.string(true);
  const bytes = reader.bytes();
  if (form.is === 'bytes') return Buffer.from(bytes).toString('base64');
  return form.is === 'message' ? readMessage(form.type, bytes, depth + 1) : readValue(form.type, bytes);
}

/** Reads one element of a list, or several if numbers are packed. */
function readSome(form: WireForm, reader: BinaryReader, wire: WireType, depth: number): Json[] {
  if ((form.is !== 'integer' && form.is !== 'truth') || wire !== WireType.LengthDelimited)
    return [readOne(form, reader, wire, depth)];
  const packed = new BinaryReader(reader.bytes());
  const found: Json[] = [];
  while (packed.pos < packed.len) found.push(readOne(form, packed, WireType.Varint, depth));
  return found;
}

/** An entry of a map: field 1 is its name, field 2 its value. Either may be omitted if it is empty. */
function readEntry(form: WireForm, bytes: Uint8Array, depth: number): readonly [string, Json] {
  const reader = new BinaryReader(bytes);
  let name = '';
  let value: Json | undefined;
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    if (number === 1) name = String(readOne({ is: 'text' }, reader, wire, depth));
    else if (number === 2) value = readOne(form, reader, wire, depth);
    else reader.skip(wire, number);
  }
  return [name, value ?? emptyOf(form)];
}

function emptyOf(form: WireForm): Json {
  return form.is === 'value' ? readValue(form.type, new Uint8Array()) : form.is === 'message' ? {} : '';
}

function readValue(type: TypeId, bytes: Uint8Array): Json {
  const fields = new Map(
    Object.entries(schemaOf(type)['x-protobuf-message'] ?? {}).map(([name, field]) => [field.number, { name, field }]),
  );
  const found = new Map<string, string | number | Uint8Array>();
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    const known = fields.get(number);
    if (known === undefined) reader.skip(wire, number);
    else found.set(known.name, readField(known.field, reader, wire));
  }
  return ONE_VALUES.get(type)?.read(found) ?? null;
}

function readField({ type }: ProtobufField, reader: BinaryReader, wire: WireType): string | number | Uint8Array {
  if (type !== 'string' && type !== 'bytes') return Number(varint(reader, wire).int64());
  if (wire !== WireType.LengthDelimited) throw new TypeError(`wire type ${wire} where ${type} belongs`);
  return type === 'string' ? reader.string(true) : reader.bytes();
}

function varint(reader: BinaryReader, wire: WireType): BinaryReader {
  if (wire !== WireType.Varint) throw new TypeError(`wire type ${wire} where a number belongs`);
  return reader;
}

function lengthDelimited(reader: BinaryReader, wire: WireType): Uint8Array {
  if (wire !== WireType.LengthDelimited) throw new TypeError(`wire type ${wire} where a message belongs`);
  return reader.bytes();
}
