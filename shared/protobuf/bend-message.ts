import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** A field of a message with a text, bytes or a nested message. */
type BentField = readonly [number: number, value: Uint8Array];

/** Replaces a field by other fields, or by none. */
export type BendField = (field: BentField) => readonly BentField[];

/** The bytes before an object, and the fields of the envelope around it: its type, and its message. */
const MAGIC = Buffer.from('k8s\0', 'latin1');
const TYPE_META = 1;
const RAW = 2;

/** Fields of a watch event and of the wrapper around its object. A length of four bytes stands before the event. */
export const EVENT = { prefixLength: 4, type: 1, object: 2, objectRaw: 1 } as const;

/**
 * A message with other fields; its numbers and booleans stay unchanged. If no field changes, it returns the message
 * itself. Throws if the bytes are not a message of these fields (groups are none).
 */
export function bentMessage(message: Uint8Array, bend: BendField): Uint8Array {
  const writer = new BinaryWriter();
  const reader = new BinaryReader(message);
  let changed = false;
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    if (wire === WireType.StartGroup || wire === WireType.EndGroup) throw new TypeError('a group in a message');
    if (wire !== WireType.LengthDelimited) {
      writer.tag(number, wire).raw(reader.skip(wire, number));
      continue;
    }
    const value = reader.bytes();
    const fields = bend([number, value]);
    changed ||= fields.length !== 1 || fields[0]?.[0] !== number || fields[0][1] !== value;
    for (const [as, each] of fields) writer.tag(as, WireType.LengthDelimited).bytes(each);
  }
  return changed ? writer.finish() : message;
}

/** Like `bentMessage`, but returns bytes that are no message unchanged. */
export function bendMessage(message: Uint8Array, bend: BendField): Uint8Array {
  try {
    return bentMessage(message, bend);
  } catch {
    return message;
  }
}

/** An enveloped object with other fields in its message. */
export function bendObject(bytes: Buffer, bend: BendField): Buffer {
  return isEnveloped(bytes) ? bendEnvelope(bytes, (envelope) => bendMessage(envelope, within(RAW, bend))) : bytes;
}

/** The bytes with another envelope around their object. */
export function bendEnvelope(bytes: Buffer, bend: (envelope: Uint8Array) => Uint8Array): Buffer {
  const envelope = bytes.subarray(MAGIC.length);
  const bent = bend(envelope);
  return bent === envelope ? bytes : Buffer.concat([MAGIC, bent]);
}

/** Bends the fields of the message in one field, and leaves the others. */
export function within(number: number, bend: BendField): BendField {
  return (field) => [field[0] === number ? [number, bendMessage(field[1], bend)] : field];
}

/** Drops a field. */
export function without(number: number): BendField {
  return (field) => (field[0] === number ? [] : [field]);
}

/** The kind in the envelope; `undefined` without an envelope. */
export function kindOf(bytes: Buffer): string | undefined {
  return isEnveloped(bytes) ? textAt(bytes.subarray(MAGIC.length), TYPE_META, 2) : undefined;
}

/** The API version in the envelope. */
export function apiVersionOf(bytes: Buffer): string | undefined {
  return isEnveloped(bytes) ? textAt(bytes.subarray(MAGIC.length), TYPE_META, 1) : undefined;
}

/** The name of the object in the envelope. */
export function nameOf(bytes: Buffer): string | undefined {
  return isEnveloped(bytes) ? textAt(bytes.subarray(MAGIC.length), RAW, 1, 1) : undefined;
}

/** The message in the envelope. */
export function messageIn(bytes: Buffer): Uint8Array {
  const envelope = envelopeIn(bytes);
  return (envelope === undefined ? undefined : valuesOf(envelope, RAW).at(-1)) ?? new Uint8Array();
}

/** The values of a field, in order; none if the bytes are no message. */
export function valuesOf(message: Uint8Array, number: number): readonly Uint8Array[] {
  const values: Uint8Array[] = [];
  bendMessage(message, (field) => {
    if (field[0] === number) values.push(field[1]);
    return [field];
  });
  return values;
}

/** The envelope without the bytes before it; `undefined` if the bytes are no object in protobuf. */
export function envelopeIn(bytes: Buffer): Uint8Array | undefined {
  return isEnveloped(bytes) ? bytes.subarray(MAGIC.length) : undefined;
}

/** Whether bytes are an object in protobuf, in the envelope of this API. */
export function isEnveloped(bytes: Buffer): boolean {
  return MAGIC.equals(bytes.subarray(0, MAGIC.length));
}

/** The text at a place in a message: the numbers of the fields on the way to it; `undefined` if it is absent. */
export function textAt(message: Uint8Array, ...path: readonly number[]): string | undefined {
  let found: Uint8Array | undefined = message;
  for (const number of path) found = found === undefined ? undefined : valuesOf(found, number).at(-1);
  return found === undefined ? undefined : Buffer.from(found).toString('utf8');
}
