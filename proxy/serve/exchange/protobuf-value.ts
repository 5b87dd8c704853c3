import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import type { Json } from '../../diff/values/json-value.ts';
import { envelopeIn } from '../../../shared/protobuf/bend-message.ts';

/**
 * An object in protobuf as a value with the numbers of its fields, for comparison without a schema; `undefined` for
 * other bytes. Bytes that read as a message are one, wherever they stand, on both sides of a comparison alike.
 *
 *     6b 38 73 00 | 0a (0a 'v1' 12 'Secret') ...   ->   { "1": [{ "1": ["v1"], "2": ["Secret"] }], ... }
 */
export function protobufValue(bytes: Buffer): Json | undefined {
  const envelope = envelopeIn(bytes);
  return envelope === undefined ? undefined : messageValue(envelope);
}

/** Deeper messages than the API has are read as texts. */
const DEEPEST = 40;

function messageValue(message: Uint8Array, depth = 0): Json | undefined {
  if (depth > DEEPEST) return undefined;
  const fields: Record<string, Json[]> = {};
  try {
    const reader = new BinaryReader(message);
    while (reader.pos < reader.len) {
      const [number, wire] = reader.tag();
      if (wire === WireType.StartGroup || wire === WireType.EndGroup) return undefined;
      const isText = wire === WireType.LengthDelimited;
      const value = isText
        ? contentValue(reader.bytes(), depth)
        : Buffer.from(reader.skip(wire, number)).toString('hex');
      (fields[number] ??= []).push(value);
    }
  } catch {
    // It is a text, or a message that was cut.
    return undefined;
  }
  return fields;
}

function contentValue(bytes: Uint8Array, depth: number): Json {
  return (bytes.length === 0 ? undefined : messageValue(bytes, depth + 1)) ?? Buffer.from(bytes).toString('latin1');
}
