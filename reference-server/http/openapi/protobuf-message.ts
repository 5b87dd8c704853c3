import { type BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

const { LengthDelimited } = WireType;

/** Writes a nested message with that field number. */
export function message(writer: BinaryWriter, number: number, write: (writer: BinaryWriter) => void): void {
  writer.tag(number, LengthDelimited).fork();
  write(writer);
  writer.join();
}

/** Writes a text with that field number. */
export function text(writer: BinaryWriter, number: number, value: string): void {
  writer.tag(number, LengthDelimited).string(value);
}

/** Writes a map in the form of the published messages: a list of messages, each with a name (1) and a value (2). */
export function named<T>(
  writer: BinaryWriter,
  number: number,
  map: Readonly<Record<string, T>>,
  write: (writer: BinaryWriter, value: T) => void,
): void {
  for (const [name, value] of Object.entries(map)) {
    message(writer, number, (entry) => {
      text(entry, 1, name);
      message(entry, 2, (inner) => write(inner, value));
    });
  }
}

/**
 * Writes the extensions of an object, which begin with `x-`: each is a name and its value in YAML (2), of which JSON
 * is a subset.
 */
export function extensions(writer: BinaryWriter, number: number, holder: object): void {
  const found = Object.fromEntries(Object.entries(holder).filter(([name]) => name.startsWith('x-')));
  named(writer, number, found, (inner, value: unknown) => text(inner, 2, JSON.stringify(value)));
}
