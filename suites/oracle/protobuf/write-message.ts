import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { schemaOf, type TypeId } from '../../../spec/schemas/index.ts';
import { at, isObject, type Json } from '../json.ts';
import { type WireForm, layoutOf, type ProtobufMember } from './layout.ts';
import { ONE_VALUES } from './one-value.ts';

/**
 * Encodes an object as a message of that type. It omits members that are unknown, null or of the wrong type. It
 * writes every field that is present, zeros included.
 */
export function writeMessage(type: TypeId, object: Json): Uint8Array {
  const writer = new BinaryWriter();
  for (const field of layoutOf(type)) writeField(writer, field, object);
  return writer.finish();
}

function writeField(writer: BinaryWriter, { number, member, form, many }: ProtobufMember, object: Json): void {
  const value = member === undefined ? object : at(object, member);
  if (value === undefined || value === null) return;
  if (many === 'map') writeMap(writer, number, form, value);
  else if (many === 'one') writeOne(writer, number, form, value);
  else if (Array.isArray(value))
    for (const element of value as readonly Json[]) writeOne(writer, number, form, element);
}

function writeMap(writer: BinaryWriter, number: number, form: WireForm, value: Json): void {
  if (!isObject(value)) return;
  for (const [name, each] of Object.entries(value)) {
    writer.tag(number, WireType.LengthDelimited).fork().tag(1, WireType.LengthDelimited).string(name);
    if (each !== null) writeOne(writer, 2, form, each);
    writer.join();
  }
}

function writeOne(writer: BinaryWriter, number: number, form: WireForm, value: Json): void {
  if (form.is === 'integer') {
    if (typeof value === 'number' && Number.isFinite(value))
      writer.tag(number, WireType.Varint).int64(BigInt(Math.trunc(value)));
  } else if (form.is === 'truth') {
    if (typeof value === 'boolean') writer.tag(number, WireType.Varint).bool(value);
  } else {
    const bytes = bytesOf(form, value);
    if (bytes !== undefined) writer.tag(number, WireType.LengthDelimited).bytes(bytes);
  }
}

function bytesOf(form: WireForm, value: Json): Uint8Array | undefined {
  if (form.is === 'text') return typeof value === 'string' ? Buffer.from(value) : undefined;
  if (form.is === 'bytes') return typeof value === 'string' ? Buffer.from(value, 'base64') : undefined;
  if (form.is === 'message') return isObject(value) ? writeMessage(form.type, value) : undefined;
  return form.is === 'value' ? valueBytes(form.type, value) : undefined;
}

function valueBytes(type: TypeId, value: Json): Uint8Array | undefined {
  const fields = ONE_VALUES.get(type)?.write(value);
  if (fields === undefined) return undefined;
  const writer = new BinaryWriter();
  for (const [name, { number }] of Object.entries(schemaOf(type)['x-protobuf-message'] ?? {})) {
    const each = fields.get(name);
    if (typeof each === 'number') writer.tag(number, WireType.Varint).int64(BigInt(each));
    else if (each !== undefined)
      writer.tag(number, WireType.LengthDelimited).bytes(typeof each === 'string' ? Buffer.from(each) : each);
  }
  return writer.finish();
}
