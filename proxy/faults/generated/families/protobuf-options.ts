import { isDeepStrictEqual } from 'node:util';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { schemaOf } from '../../../../spec/schemas/index.ts';
import { isEnveloped, messageIn } from '../../../../shared/protobuf/bend-message.ts';
import { copyOf, isObject } from '../../bend.ts';
import type { Bendable, Hooks } from '../../fault.ts';

interface OptionField {
  readonly option: string;
  readonly number: number;
  readonly type: string;
}

/** The fields of delete options in protobuf. */
const FIELDS: readonly OptionField[] = Object.entries(schemaOf('meta/v1.DeleteOptions').properties ?? {}).flatMap(
  ([option, { 'x-protobuf': field }]) =>
    field === undefined ? [] : [{ option, number: field.number, type: field.type }],
);

/**
 * Delete options in protobuf, in their envelope. Options of the wrong type and preconditions are left out.
 *
 *     { gracePeriodSeconds: 0 }   6b 38 73 00 | 0a (0a 'v1' 12 'DeleteOptions') | 12 (08 00)
 */
export function optionsBytes(options: Bendable): Buffer {
  const message = new BinaryWriter();
  for (const { option, number, type } of FIELDS) {
    const value = options[option];
    if (type === 'int64' && typeof value === 'number') message.tag(number, WireType.Varint).int64(value);
    else if (type === 'bool' && typeof value === 'boolean') message.tag(number, WireType.Varint).bool(value);
    else if (type === 'string' && typeof value === 'string')
      message.tag(number, WireType.LengthDelimited).string(value);
  }
  const type = new BinaryWriter().tag(1, WireType.LengthDelimited).string('v1');
  const envelope = new BinaryWriter()
    .tag(1, WireType.LengthDelimited)
    .bytes(type.tag(2, WireType.LengthDelimited).string('DeleteOptions').finish())
    .tag(2, WireType.LengthDelimited)
    .bytes(message.finish());
  return Buffer.concat([Buffer.from('k8s\0'), envelope.finish()]);
}

/** The options in such bytes; `undefined` for other bytes. */
function optionsFrom(bytes: Buffer): Bendable | undefined {
  if (!isEnveloped(bytes)) return undefined;
  const options: Bendable = {};
  const reader = new BinaryReader(messageIn(bytes));
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    const { option = '', type } = FIELDS.find((field) => field.number === number) ?? {};
    if (type === 'int64') options[option] = Number(reader.int64());
    else if (type === 'bool') options[option] = reader.bool();
    else if (type === 'string') options[option] = reader.string();
    else reader.skip(wire, number);
  }
  return options;
}

/** The same bytes as a text; `undefined` if they leave an option out or are not ASCII. */
export function optionsText(options: Bendable): string | undefined {
  const bytes = optionsBytes(options);
  const isAscii = bytes.every((byte) => byte < 0x80);
  return isAscii && isDeepStrictEqual(optionsFrom(bytes), options) ? bytes.toString('latin1') : undefined;
}

/** Hooks that read and change delete options in protobuf as they do those in JSON. */
export function readingProtobufOptions({ request: bend, ...others }: Hooks): Hooks {
  return {
    ...others,
    request: async (request, upstream) => {
      const options = optionsFrom(request.raw);
      if (options === undefined) return bend?.(request, upstream);
      request.json = copyOf(options);
      const response = await bend?.(request, upstream);
      if (isObject(request.json) && !isDeepStrictEqual(request.json, options)) request.raw = optionsBytes(request.json);
      request.json = undefined;
      return response;
    },
  };
}
