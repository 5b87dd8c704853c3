import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { errorMessage } from '../../shared/error-message.ts';
import { SCHEMAS } from '../../spec/schemas/schemas.ts';
import type { TypeId } from '../../spec/schemas/schema.ts';
import { SERVED_RESOURCES } from '../resources/served-resources.ts';
import { messageType, readObject } from './message-type.ts';
import { ProtobufError } from './protobuf-error.ts';
import { bufferOf, eachField } from './scalar-values.ts';

/** The first bytes of every object in protobuf, before its envelope. */
const MAGIC = Buffer.from('k8s\0');

interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * The bytes of a JSON object: the magic, then an envelope with its type and its message.
 *
 *     { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "a" } }
 *     6b 38 73 00   0a 0f { 0a 02 "v1"  12 09 "ConfigMap" }   12 05 { 0a 03 { 0a 01 "a" } }   1a 00   22 00
 */
export function objectToBytes(value: object): Buffer {
  const writer = new BinaryWriter().raw(MAGIC);
  const type = typeMetaOf(value);
  const { LengthDelimited } = WireType;
  writer.tag(1, LengthDelimited).fork();
  writer.tag(1, LengthDelimited).string(type.apiVersion).tag(2, LengthDelimited).string(type.kind).join();
  writer.tag(2, LengthDelimited).fork();
  messageType(typeIdOf(type)).write(writer, value);
  writer.join();
  return bufferOf(writer.tag(3, LengthDelimited).string('').tag(4, LengthDelimited).string('').finish());
}

/**
 * The JSON object in such bytes, read as the expected type. If the envelope names another kind, the result is an
 * object of that kind without members, for the caller to refuse. Throws `ProtobufError`.
 */
export function objectFromBytes(bytes: Uint8Array, expected: TypeId): object {
  if (!bufferOf(bytes).subarray(0, MAGIC.length).equals(MAGIC))
    throw new ProtobufError('it does not begin with 6b 38 73 00');
  try {
    const { type, raw } = envelopeOf(new BinaryReader(bytes.subarray(MAGIC.length)));
    const members =
      type.kind === '' || expected.endsWith(`.${type.kind}`)
        ? readObject(messageType(expected), new BinaryReader(raw))
        : {};
    return { kind: type.kind, apiVersion: type.apiVersion, ...members };
  } catch (error) {
    if (error instanceof ProtobufError) throw error;
    throw new ProtobufError(errorMessage(error));
  }
}

function envelopeOf(reader: BinaryReader): { readonly type: TypeMeta; readonly raw: Uint8Array } {
  let type: TypeMeta = { apiVersion: '', kind: '' };
  let raw: Uint8Array = new Uint8Array();
  eachField(reader, (number, wire) => {
    if (wire !== WireType.LengthDelimited || (number !== 1 && number !== 2)) return false;
    if (number === 1) type = readTypeMeta(new BinaryReader(reader.bytes()));
    else raw = reader.bytes();
    return true;
  });
  return { type, raw };
}

function readTypeMeta(reader: BinaryReader): TypeMeta {
  let apiVersion = '';
  let kind = '';
  eachField(reader, (number, wire) => {
    if (wire !== WireType.LengthDelimited || (number !== 1 && number !== 2)) return false;
    if (number === 1) apiVersion = reader.string(true);
    else kind = reader.string(true);
    return true;
  });
  return { apiVersion, kind };
}

/** The list of versions and, in some dialects, the resources of the oldest groups have no version of their own. */
function typeMetaOf(value: object): TypeMeta {
  const { kind, apiVersion } = value as Partial<TypeMeta>;
  if (kind === undefined) throw new ProtobufError('an object without a kind has no form in protobuf');
  return { kind, apiVersion: apiVersion ?? '' };
}

/** Types by `apiVersion kind`, lists included. */
const BY_TYPE: ReadonlyMap<string, TypeId> = new Map(
  SERVED_RESOURCES.flatMap(({ apiVersion, kind, schema }): [string, TypeId][] => [
    [`${apiVersion} ${kind}`, schema],
    [`${apiVersion} ${kind}List`, `${schema}List`],
  ]),
);

/** A type that is no resource is a type of its group, such as a Scale, or one that all versions share. */
function typeIdOf({ apiVersion, kind }: TypeMeta): TypeId {
  const known = BY_TYPE.get(`${apiVersion} ${kind}`);
  if (known !== undefined) return known;
  for (const type of [`${apiVersion}.${kind}`, `meta/v1.${kind}`]) if (Object.hasOwn(SCHEMAS, type)) return type;
  throw new ProtobufError(`there is no form in protobuf of a ${kind} of ${apiVersion}`);
}

/** One event of a watch: the length in four bytes, most significant first, then a WatchEvent without an envelope. */
export function watchEventToBytes(type: string, object: object): Buffer {
  const { LengthDelimited } = WireType;
  const writer = new BinaryWriter().tag(1, LengthDelimited).string(type);
  writer.tag(2, LengthDelimited).fork();
  const event = writer.tag(1, LengthDelimited).bytes(objectToBytes(object)).join().finish();
  const frame = Buffer.allocUnsafe(4 + event.length);
  frame.writeUInt32BE(event.length);
  frame.set(event, 4);
  return frame;
}
