import { BinaryReader, type BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { WireValue } from './wire-value.ts';

const isEmptyText = (value: unknown): boolean => value === '';
const isNought = (value: unknown): boolean => value === 0;
const never = (): boolean => false;

const TEXT: WireValue = {
  wire: WireType.LengthDelimited,
  write: (writer, value) => void writer.string(String(value)),
  read: (reader) => reader.string(true),
  isZero: isEmptyText,
};

/** Base64 in JSON. */
const BYTES: WireValue = {
  wire: WireType.LengthDelimited,
  // Some dialects show an empty value of a secret as null.
  write: (writer, value) => void writer.bytes(Buffer.from(String(value ?? ''), 'base64')),
  read: (reader) => bufferOf(reader.bytes()).toString('base64'),
  isZero: isEmptyText,
};

const FLAG: WireValue = {
  wire: WireType.Varint,
  write: (writer, value) => void writer.bool(value === true),
  read: (reader) => reader.bool(),
  isZero: (value) => value === false,
};

const INT32: WireValue = {
  wire: WireType.Varint,
  write: (writer, value) => void writer.int32(Number(value)),
  read: (reader) => reader.int32(),
  isZero: isNought,
};

/** An int64 as a JSON number; the decoder of the type refuses inexact numbers. */
const INT64: WireValue = {
  wire: WireType.Varint,
  write: (writer, value) => void writer.int64(Math.trunc(Number(value))),
  read: (reader) => Number(reader.int64()),
  isZero: isNought,
};

/** A message with its length as prefix. */
export function messageValue(
  write: (writer: BinaryWriter, value: unknown) => void,
  read: (reader: BinaryReader) => unknown,
  isZero: WireValue['isZero'] = never,
): WireValue {
  return {
    wire: WireType.LengthDelimited,
    write: (writer, value) => {
      writer.fork();
      write(writer, value);
      writer.join();
    },
    read: (reader) => read(new BinaryReader(reader.bytes())),
    isZero,
  };
}

/** Calls back for each field of a message; fields for which `take` returns false are skipped. */
export function eachField(reader: BinaryReader, take: (number: number, wire: WireType) => boolean): void {
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    if (!take(number, wire)) reader.skip(wire, number);
  }
}

/** Seconds and nanoseconds since the epoch; without both, the time is unset. */
const TIME = messageValue(
  (writer, value) => {
    const milliseconds = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(milliseconds)) return;
    writer.tag(1, WireType.Varint).int64(Math.floor(milliseconds / 1000));
    writer.tag(2, WireType.Varint).int32((milliseconds - Math.floor(milliseconds / 1000) * 1000) * 1_000_000);
  },
  (reader) => {
    let seconds: number | undefined;
    eachField(reader, (number, wire) => {
      if (number !== 1 || wire !== WireType.Varint) return false;
      seconds = Number(reader.int64());
      return true;
    });
    return seconds === undefined ? null : timeText(seconds);
  },
  (value) => value === null,
);

/** The decoder of the type refuses times beyond years of four digits. */
function timeText(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? `second ${seconds}` : date.toISOString();
}

const QUANTITY = messageValue(
  (writer, value) => void writer.tag(1, WireType.LengthDelimited).string(String(value)),
  (reader) => {
    let text = '';
    eachField(reader, (number, wire) => {
      if (number !== 1 || wire !== WireType.LengthDelimited) return false;
      text = reader.string(true);
      return true;
    });
    return text === '' ? '0' : text;
  },
);

const IS_TEXT = 1;

const INT_OR_STRING = messageValue(
  (writer, value) => {
    const number = typeof value === 'number';
    writer.tag(1, WireType.Varint).int64(number ? 0 : IS_TEXT);
    writer.tag(2, WireType.Varint).int32(number ? value : 0);
    writer.tag(3, WireType.LengthDelimited).string(number ? '' : String(value));
  },
  (reader) => {
    const read = { type: 0, number: 0, text: '' };
    eachField(reader, (number, wire) => {
      if (number === 1 && wire === WireType.Varint) read.type = Number(reader.int64());
      else if (number === 2 && wire === WireType.Varint) read.number = reader.int32();
      else if (number === 3 && wire === WireType.LengthDelimited) read.text = reader.string(true);
      else return false;
      return true;
    });
    return read.type === IS_TEXT ? read.text : read.number;
  },
);

/** A nested object of any type, as its JSON. */
const EMBEDDED = messageValue(
  (writer, value) => void writer.tag(1, WireType.LengthDelimited).bytes(Buffer.from(JSON.stringify(value))),
  (reader) => {
    let text = '';
    eachField(reader, (number, wire) => {
      if (number !== 1 || wire !== WireType.LengthDelimited) return false;
      text = bufferOf(reader.bytes()).toString('utf8');
      return true;
    });
    return text === '' ? null : (JSON.parse(text) as unknown);
  },
);

/** Types of one JSON value that are messages in protobuf, according to the schemas. */
export const SCALAR_MESSAGES: ReadonlyMap<string, WireValue> = new Map([
  ['meta/v1.Time', TIME],
  ['resource.Quantity', QUANTITY],
  ['intstr.IntOrString', INT_OR_STRING],
  ['runtime.RawExtension', EMBEDDED],
]);

/** The proto2 scalars in the schemas. */
export const SCALARS: ReadonlyMap<string, WireValue> = new Map([
  ['string', TEXT],
  ['bytes', BYTES],
  ['bool', FLAG],
  ['int32', INT32],
  ['int64', INT64],
]);

export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
