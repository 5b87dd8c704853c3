import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { bendEnvelope, EVENT, isEnveloped } from '../../../shared/protobuf/bend-message.ts';
import type { Hooks } from '../fault.ts';

/** The field of the envelope with the object. */
const RAW = 2;

/** A field of a message: what follows its length, or its value as it is encoded. */
interface Field {
  readonly number: number;
  readonly wire: WireType;
  readonly content: Uint8Array;
}

/** One of the ways to write a message. */
interface Form {
  readonly order: (fields: readonly Field[]) => readonly Field[];
  readonly length: (length: number) => Uint8Array;
}

/** The fields of a message; `undefined` if the bytes are none. */
function fieldsOf(message: Uint8Array): readonly Field[] | undefined {
  const reader = new BinaryReader(message);
  const fields: Field[] = [];
  try {
    while (reader.pos < reader.len) {
      const [number, wire] = reader.tag();
      const content = wire === WireType.LengthDelimited ? reader.bytes() : reader.skip(wire, number);
      fields.push({ number, wire, content });
    }
  } catch {
    return undefined;
  }
  return fields;
}

/** A message in that form, with other contents in some of its fields. */
function written(
  form: Form,
  message: Uint8Array,
  contentOf: (field: Field) => Uint8Array = ({ content }) => content,
): Uint8Array {
  const fields = fieldsOf(message);
  if (fields === undefined) return message;
  const writer = new BinaryWriter();
  for (const field of form.order(fields)) {
    writer.tag(field.number, field.wire);
    const content = field.wire === WireType.LengthDelimited ? contentOf(field) : field.content;
    if (field.wire === WireType.LengthDelimited) writer.raw(form.length(content.length));
    writer.raw(content);
  }
  return writer.finish();
}

/** An object in that form: its envelope, and its own fields. */
function objectIn(form: Form, bytes: Buffer): Buffer {
  if (!isEnveloped(bytes)) return bytes;
  return bendEnvelope(bytes, (envelope) =>
    written(form, envelope, ({ number, content }) => (number === RAW ? written(form, content) : content)),
  );
}

/** A frame of a watch in that form, with its object. */
function frameIn(form: Form, frame: Buffer): Buffer {
  const message = written(form, frame.subarray(EVENT.prefixLength), ({ number, content }) =>
    number === EVENT.object
      ? written(form, content, (raw) =>
          raw.number === EVENT.objectRaw ? objectIn(form, Buffer.from(raw.content)) : raw.content,
        )
      : content,
  );
  const head = Buffer.alloc(EVENT.prefixLength);
  head.writeUInt32BE(message.length, 0);
  return Buffer.concat([head, message]);
}

/** Hooks that write every object and every frame in protobuf in that form. */
function inProtobuf(form: Form): Hooks {
  return {
    response: (response) => {
      if (response.json === undefined) response.raw = objectIn(form, response.raw);
    },
    frame: (frame) => frameIn(form, frame),
  };
}

/** A number in the fewest bytes. */
const varint = (value: number): Uint8Array => new BinaryWriter().uint32(value).finish();

/** How many bytes some servers keep free for a length before they know the message. */
const KEPT_FREE = 4;

/** A number in four bytes, more than it may need. */
function paddedVarint(value: number): Uint8Array {
  if (value >= 2 ** (7 * KEPT_FREE)) return varint(value);
  return Uint8Array.from(
    { length: KEPT_FREE },
    (_, index) => ((value >>> (7 * index)) & 0x7f) | (index < KEPT_FREE - 1 ? 0x80 : 0),
  );
}

/** Hooks that write the fields of messages from the highest number down; elements of one field keep their order. */
export const inDescendingOrder = (): Hooks =>
  inProtobuf({
    order: (fields) => fields.toSorted((one, other) => other.number - one.number),
    length: varint,
  });

/** Hooks that write each length in four bytes. */
export const withPaddedLengths = (): Hooks => inProtobuf({ order: (fields) => fields, length: paddedVarint });
