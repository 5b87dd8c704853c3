import { type ParsedFields, fieldsOf, HEAD_END } from './message-head.ts';

const LINE_END = Buffer.from('\r\n');
const NOTHING = Buffer.alloc(0);

/** A head in two parts, and the place after it. */
export interface FoundLines {
  /** The first line, as latin1 text. */
  readonly first: string;
  readonly fields: ParsedFields;
  readonly end: number;
}

/**
 * Reads the heads of one sender. Most heads repeat the fields of the one before, byte for byte: those are compared
 * instead of parsed.
 *
 *     GET /a HTTP/1.1  Host: h  Accept: x      the first line, and the fields
 *     GET /b HTTP/1.1  Host: h  Accept: x      the first line only
 */
export class HeadReader {
  #bytes: Buffer = NOTHING;
  #fields: ParsedFields | undefined;

  /** Reads the head between `begin` and the empty line at `end`. Throws an `HttpSyntaxError`. */
  read(bytes: Buffer, begin: number, end: number): FoundLines {
    const lineEnd = bytes.indexOf(LINE_END, begin);
    return {
      first: bytes.toString('latin1', begin, lineEnd),
      fields: this.#fieldsIn(bytes, Math.min(lineEnd + LINE_END.length, end), end),
      end: end + HEAD_END.length,
    };
  }

  #fieldsIn(bytes: Buffer, from: number, to: number): ParsedFields {
    if (this.#fields !== undefined && this.#bytes.length === to - from && this.#bytes.compare(bytes, from, to) === 0)
      return this.#fields;
    this.#fields = fieldsOf(bytes.toString('latin1', from, to));
    this.#bytes = Buffer.from(bytes.subarray(from, to));
    return this.#fields;
  }
}
