import type { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/**
 * The form of one JSON value in a protobuf message, without its tag.
 * A worked example, of the percentage `25%` and of an unset time, both of which are messages in protobuf:
 *
 *     write("25%")   08 01 10 00 1a 03 32 35 25      inside the length that `fork` and `join` write
 *     read()         "25%"
 *     write(null)    (empty)
 */
export interface WireValue {
  readonly wire: WireType;
  readonly write: (writer: BinaryWriter, value: unknown) => void;
  readonly read: (reader: BinaryReader) => unknown;
  /** Whether the value equals an unset member: writers of that era send those too. */
  readonly isZero: (value: unknown) => boolean;
}
