import { schemaOf } from '../../spec/schemas/index.ts';
import { bendObject, within, without } from '../../shared/protobuf/bend-message.ts';

/** The number of the field that every object in protobuf has for its metadata. */
const METADATA = 1;

/** An object in protobuf without a member of its metadata. */
export function withoutInMetadata(bytes: Buffer, member: string): Buffer {
  const field = schemaOf('meta/v1.ObjectMeta').properties?.[member]?.['x-protobuf'];
  if (field === undefined) throw new RangeError(`the metadata of objects has no member '${member}' in protobuf`);
  return bendObject(bytes, within(METADATA, without(field.number)));
}
