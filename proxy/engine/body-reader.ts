import { HttpSyntaxError } from './http-syntax-error.ts';
import { type BodyFraming, MAX_HEADER_BYTES } from './message-head.ts';

const NEWLINE = 0x0a;
const MOST_SIZE_LINE = 16 * 1024;
const SIZE_LINE = /^([0-9a-fA-F]{1,12})[ \t]*(?:;.*)?$/;

type BodyPhase = 'bytes' | 'size' | 'data' | 'data-end' | 'trailers' | 'done';

/**
 * Finds the end of a body in the bytes of a connection, without changing them, and passes the payload to a callback.
 *
 *     chunked, fed `3\r\nabc\r\n0\r\nX-Sum: 9\r\n\r\nGET /`: shows `abc`, is done with trailers [X-Sum, 9], and leaves `GET /`
 */
export class BodyReader {
  readonly #framing: BodyFraming;
  #within: BodyPhase;
  #left: number;
  #line = '';
  #trailerBytes = 0;
  /** Names and values of the trailer fields, in one flat list. */
  readonly trailers: string[] = [];

  constructor(framing: BodyFraming) {
    this.#framing = framing;
    this.#left = typeof framing === 'number' ? framing : Number.POSITIVE_INFINITY;
    this.#within = framing === 'chunked' ? 'size' : framing === 0 ? 'done' : 'bytes';
  }

  get done(): boolean {
    return this.#within === 'done';
  }

  /** The sender has closed its side. @returns whether this ends the body legally, or the body had ended before */
  closed(): boolean {
    if (this.#framing === 'until-close') this.#within = 'done';
    return this.done;
  }

  /**
   * Takes bytes from `at` on and passes their payload to `show`. @returns where the body ends in them, or their
   * length. Throws an `HttpSyntaxError`.
   */
  take(bytes: Buffer, at: number, show: (piece: Buffer) => void): number {
    let next = at;
    while (next < bytes.length && this.#within !== 'done') {
      if (this.#within === 'bytes' || this.#within === 'data') next = this.#payload(bytes, next, show);
      else next = this.#lineOf(bytes, next);
    }
    return next;
  }

  #payload(bytes: Buffer, at: number, show: (piece: Buffer) => void): number {
    const end = Math.min(bytes.length, at + this.#left);
    show(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end));
    this.#left -= end - at;
    if (this.#left === 0) this.#within = this.#within === 'data' ? 'data-end' : 'done';
    return end;
  }

  #lineOf(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(NEWLINE, at);
    this.#line += bytes.toString('latin1', at, end === -1 ? bytes.length : end + 1);
    if (this.#line.length > (this.#within === 'trailers' ? MAX_HEADER_BYTES : MOST_SIZE_LINE))
      throw new HttpSyntaxError('a line between chunks without an end');
    if (end === -1) return bytes.length;
    if (!this.#line.endsWith('\r\n')) throw new HttpSyntaxError('a line between chunks that does not end as it should');
    const line = this.#line.slice(0, -2);
    this.#line = '';
    if (this.#within === 'size') this.#size(line);
    else if (this.#within === 'trailers') this.#trailer(line);
    else if (line === '') this.#within = 'size';
    else throw new HttpSyntaxError('a chunk that is longer than its declared size');
    return end + 1;
  }

  #size(line: string): void {
    const [, digits] = SIZE_LINE.exec(line) ?? [];
    if (digits === undefined) throw new HttpSyntaxError('a chunk without a size');
    this.#left = Number.parseInt(digits, 16);
    this.#within = this.#left === 0 ? 'trailers' : 'data';
  }

  #trailer(line: string): void {
    this.#trailerBytes += line.length;
    if (this.#trailerBytes > MAX_HEADER_BYTES) throw new HttpSyntaxError('too many trailers');
    const colon = line.indexOf(':');
    if (line === '') this.#within = 'done';
    else if (colon < 1) throw new HttpSyntaxError('a trailer that is no field');
    else this.trailers.push(line.slice(0, colon), line.slice(colon + 1).trim());
  }
}
