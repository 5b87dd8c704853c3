import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** A field of a message that is a text, bytes or a message of its own. */
export type Field = readonly [number: number, value: Uint8Array];

/** What takes the place of such a field: other fields, or none. */
export type BendField = (field: Field) => readonly Field[];

/** Bytes before an object, and the fields of the envelope around it: what it is, and its message. */
const MAGIC = Buffer.from('k8s\0', 'latin1');
const TYPE_META = 1;
const RAW = 2;

/** A message with other fields; its numbers and truth values stay as they are. Bytes that are no message are given back. */
export function bendMessage(message: Uint8Array, bend: BendField): Uint8Array {
  const writer = new BinaryWriter();
  try {
    const reader = new BinaryReader(message);
    while (reader.pos < reader.len) {
      const [number, wire] = reader.tag();
      if (wire !== WireType.LengthDelimited) writer.tag(number, wire).raw(reader.skip(wire, number));
      else
        for (const [as, value] of bend([number, reader.bytes()])) writer.tag(as, WireType.LengthDelimited).bytes(value);
    }
  } catch {
    return message;
  }
  return writer.finish();
}

/** An enveloped object with other fields in its message. */
export function bendObject(bytes: Buffer, bend: BendField): Buffer {
  if (!isEnveloped(bytes)) return bytes;
  return Buffer.concat([MAGIC, bendMessage(bytes.subarray(MAGIC.length), within(RAW, bend))]);
}

/** Bends the fields of the message in one field, and leaves the others. */
export function within(number: number, bend: BendField): BendField {
  return (field) => [field[0] === number ? [number, bendMessage(field[1], bend)] : field];
}

/** Leaves a field out. */
export function without(number: number): BendField {
  return (field) => (field[0] === number ? [] : [field]);
}

/** The kind that the envelope names; `undefined` where there is no envelope. */
export function kindOf(bytes: Buffer): string | undefined {
  return isEnveloped(bytes) ? textAt(bytes.subarray(MAGIC.length), TYPE_META, 2) : undefined;
}

/** The name of the object in the envelope. */
export function nameOf(bytes: Buffer): string | undefined {
  return isEnveloped(bytes) ? textAt(bytes.subarray(MAGIC.length), RAW, 1, 1) : undefined;
}

function isEnveloped(bytes: Buffer): boolean {
  return MAGIC.equals(bytes.subarray(0, MAGIC.length));
}

function textAt(message: Uint8Array, ...path: readonly number[]): string | undefined {
  let found: Uint8Array | undefined = message;
  for (const number of path) {
    let inside: Uint8Array | undefined;
    bendMessage(found, (field) => {
      if (field[0] === number) inside = field[1];
      return [];
    });
    if (inside === undefined) return undefined;
    found = inside;
  }
  return Buffer.from(found).toString('utf8');
}
