import { BinaryReader, type BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { schemaOf } from '../../spec/schemas/lookup.ts';
import { typeOfRef } from '../../spec/schemas/refs.ts';
import type { Schema, TypeId } from '../../spec/schemas/schema.ts';
import { propertiesOf } from '../resources/later-members.ts';
import { ProtobufError } from './protobuf-error.ts';
import { SCALARS, SCALAR_MESSAGES, eachField, messageValue } from './scalar-values.ts';
import type { WireValue } from './wire-value.ts';

/** The protobuf form of a type, made once from its schema. */
export interface MessageType {
  readonly write: (writer: BinaryWriter, value: object) => void;
  /**
   * Adds the read members to `members`. Throws `ProtobufError`, or the reader's errors for bytes that are no
   * message.
   */
  readonly read: (reader: BinaryReader, members: Map<string, unknown>) => void;
}

/** One field of a message. */
interface MessageField {
  readonly number: number;
  readonly write: (writer: BinaryWriter, object: object) => void;
  readonly read: (reader: BinaryReader, wire: WireType, members: Map<string, unknown>) => void;
}

const MADE = new Map<TypeId, MessageType>();

/**
 * The message of a type, made on demand. A worked example, of `{ name: string = 1; labels: map<string,string> = 2
 * }`:
 *
 *     write({ name: "a", labels: { x: "y" } })   0a 01 61  12 06 0a 01 78 12 01 79
 *     read(...)                                  name -> "a", labels -> { x: "y" }
 * Zero values that writers of that era send for unset members are dropped, so the object equals its JSON form.
 */
export function messageType(typeId: TypeId): MessageType {
  let made = MADE.get(typeId);
  if (made === undefined) {
    const schema = schemaOf(typeId);
    made = messageOf(fieldsOf({ ...schema, properties: propertiesOf(typeId, schema, 'of-later-releases') }));
    MADE.set(typeId, made);
  }
  return made;
}

/** The JSON object of a message; keys are own members whatever their name. */
export function readObject(type: MessageType, reader: BinaryReader): object {
  const members = new Map<string, unknown>();
  type.read(reader, members);
  return Object.fromEntries(members);
}

function messageOf(fields: readonly MessageField[]): MessageType {
  const ordered = fields.toSorted((a, b) => a.number - b.number);
  const byNumber = new Map(fields.map((field) => [field.number, field]));
  return {
    write: (writer, value) => {
      for (const field of ordered) field.write(writer, value);
    },
    read: (reader, members) =>
      eachField(reader, (number, wire) => {
        const field = byNumber.get(number);
        field?.read(reader, wire, members);
        return field !== undefined;
      }),
  };
}

function fieldsOf(schema: Schema): MessageField[] {
  const members = Object.entries(schema.properties ?? {});
  const own = members.flatMap(([name, member]) =>
    member['x-inlined-from'] === undefined ? (fieldOf(name, member) ?? []) : [],
  );
  const inlined = Object.entries(schema['x-inlines'] ?? {}).map(([type, { number }]) => {
    const inner = members.filter(([, member]) => member['x-inlined-from'] === type);
    return inlinedField(number, messageOf(inner.flatMap(([name, member]) => fieldOf(name, member) ?? [])));
  });
  return [...own, ...inlined];
}

/** A message whose members are inlined in the object around it. */
function inlinedField(number: number, type: MessageType): MessageField {
  return {
    number,
    write: (writer, object) => {
      writer.tag(number, WireType.LengthDelimited).fork();
      type.write(writer, object);
      writer.join();
    },
    read: (reader, wire, members) => {
      requireWire(wire, WireType.LengthDelimited, number);
      type.read(new BinaryReader(reader.bytes()), members);
    },
  };
}

/** `undefined` for a member outside of the message: the type of the object is in its envelope. */
function fieldOf(name: string, schema: Schema): MessageField | undefined {
  const place = schema['x-protobuf'];
  if (place === undefined) return undefined;
  if (schema.additionalProperties !== undefined)
    return mapField(name, place.number, valueOf(schema.additionalProperties, mapValueType(place.type)));
  if (schema.items !== undefined) {
    if (place.repeated === true) return listField(name, place.number, valueOf(schema.items, place.type));
    return listInMessageField(name, place.number, valueOf(schema.items, 'string'));
  }
  const dropsZero = schema['x-omit-empty'] === true && schema['x-pointer'] !== true;
  return singleField(name, place.number, valueOf(schema, place.type), dropsZero);
}

function mapValueType(type: string): string {
  return type.slice(type.indexOf(',') + 1, -1);
}

function valueOf(schema: Schema, type: string): WireValue {
  const scalar = SCALARS.get(type) ?? SCALAR_MESSAGES.get(type);
  if (scalar !== undefined) return scalar;
  const referred = typeOfRef(schema);
  if (referred === undefined) throw new RangeError(`the schemas do not say what '${type}' is in protobuf`);
  // Resolved on demand, because types may contain themselves.
  return messageValue(
    (writer, value) => messageType(referred).write(writer, value as object),
    (reader) => readObject(messageType(referred), reader),
  );
}

function setMember(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined;
}

function singleField(name: string, number: number, type: WireValue, dropsZero: boolean): MessageField {
  return {
    number,
    write: (writer, object) => {
      const value = setMember(object, name);
      if (value === undefined || value === null) return;
      writer.tag(number, type.wire);
      type.write(writer, value);
    },
    read: (reader, wire, members) => {
      requireWire(wire, type.wire, number);
      const value = type.read(reader);
      if (dropsZero && type.isZero(value)) members.delete(name);
      else members.set(name, value);
    },
  };
}

function listField(name: string, number: number, type: WireValue): MessageField {
  return {
    number,
    write: (writer, object) => {
      for (const value of (setMember(object, name) ?? []) as readonly unknown[]) {
        writer.tag(number, type.wire);
        type.write(writer, value);
      }
    },
    read: (reader, wire, members) => {
      const list = (members.get(name) ?? []) as unknown[];
      members.set(name, list);
      if (wire === type.wire) {
        list.push(type.read(reader));
        return;
      }
      // Numbers may be packed, many in one field.
      requireWire(wire, WireType.LengthDelimited, number);
      const packed = new BinaryReader(reader.bytes());
      while (packed.pos < packed.len) list.push(type.read(packed));
    },
  };
}

/** A list as a message of its own, so an empty one differs from none. */
function listInMessageField(name: string, number: number, element: WireValue): MessageField {
  const inner = listField(name, 1, element);
  const type = messageOf([inner]);
  return {
    number,
    write: (writer, object) => {
      if (setMember(object, name) === undefined) return;
      writer.tag(number, WireType.LengthDelimited).fork();
      type.write(writer, object);
      writer.join();
    },
    read: (reader, wire, members) => {
      requireWire(wire, WireType.LengthDelimited, number);
      members.set(name, members.get(name) ?? []);
      type.read(new BinaryReader(reader.bytes()), members);
    },
  };
}

/** A map is a list of messages with key and value. */
function mapField(name: string, number: number, type: WireValue): MessageField {
  return {
    number,
    write: (writer, object) => {
      for (const [key, value] of Object.entries((setMember(object, name) ?? {}) as object)) {
        writer.tag(number, WireType.LengthDelimited).fork();
        writer.tag(1, WireType.LengthDelimited).string(key);
        writer.tag(2, type.wire);
        type.write(writer, value);
        writer.join();
      }
    },
    read: (reader, wire, members) => {
      requireWire(wire, WireType.LengthDelimited, number);
      const map = (members.get(name) ?? Object.create(null)) as Record<string, unknown>;
      members.set(name, map);
      readEntry(new BinaryReader(reader.bytes()), type, map);
    },
  };
}

function readEntry(reader: BinaryReader, type: WireValue, map: Record<string, unknown>): void {
  let key = '';
  let value: unknown;
  eachField(reader, (number, wire) => {
    if (number !== 1 && number !== 2) return false;
    requireWire(wire, number === 1 ? WireType.LengthDelimited : type.wire, number);
    if (number === 1) key = reader.string(true);
    else value = type.read(reader);
    return true;
  });
  map[key] = value ?? '';
}

function requireWire(wire: WireType, expected: WireType, number: number): void {
  if (wire !== expected) throw new ProtobufError(`field ${number} has wire type ${wire}, expected ${expected}`);
}
