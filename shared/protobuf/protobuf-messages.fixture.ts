import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** A message of fields with texts, bytes and messages. */
export function messageOf(...fields: readonly (readonly [number: number, value: string | Uint8Array])[]): Buffer {
  const writer = new BinaryWriter();
  for (const [number, value] of fields)
    writer.tag(number, WireType.LengthDelimited).bytes(typeof value === 'string' ? Buffer.from(value) : value);
  return Buffer.from(writer.finish());
}

/** An entry of a map of texts. */
export function entryOf(name: string, value: string | Uint8Array): Buffer {
  return messageOf([1, name], [2, value]);
}

/** An object in its envelope. */
export function envelopeOf(apiVersion: string, kind: string, object: Buffer): Buffer {
  const envelope = messageOf([1, messageOf([1, apiVersion], [2, kind])], [2, object], [3, ''], [4, '']);
  return Buffer.concat([Buffer.from('k8s\0'), envelope]);
}

/** An event of a watch, with its length before it. */
export function frameOf(type: string, envelope: Buffer): Buffer {
  const event = messageOf([1, type], [2, messageOf([1, envelope])]);
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(event.length);
  return Buffer.concat([prefix, event]);
}
