import type { JsonPieces } from '../../shared/exchange-log/exchange-log.ts';
import { withoutLineSeparators } from '../log/without-line-separators.ts';

/** The initial size of the buffer, in bytes. */
const ROOM = 1024 * 1024;
/** The most digits of a whole number. */
const MOST_DIGITS = 16;
const [ZERO, POINT, LARGEST_SMALL] = [0x30, 0x2e, 2 ** 31 - 1] as const;

/**
 * Lines on their way to a file, as bytes: bytes are copied without conversion to text.
 *
 *     utf8(`{"n":`)  whole(12)  utf8(`,"body":`)  utf8(<a body that came>)  text('}\n')  ->  taken(): {"n":12,"body":{"a":1}}
 */
export class LineBytes implements JsonPieces {
  #bytes = Buffer.allocUnsafeSlow(ROOM);
  #length = 0;
  #remembered = 0;

  text(piece: string): void {
    const text = withoutLineSeparators(piece);
    this.#grow(text.length * 3);
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
  }

  utf8(bytes: Uint8Array, end: number = bytes.length): void {
    this.#grow(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += end;
  }

  /** A number without sign or fraction, in decimal digits. */
  whole(value: number): void {
    this.#grow(MOST_DIGITS);
    let digits = 1;
    for (let least = 10; least <= value; least *= 10) digits += 1;
    this.#digits(value, digits);
  }

  /** Milliseconds with microseconds as decimals. */
  milliseconds(value: number): void {
    const all = Math.round(value * 1000);
    const whole = Math.floor(all / 1000);
    this.whole(whole);
    this.#bytes[this.#length] = POINT;
    this.#length += 1;
    this.#digits(all - whole * 1000, 3);
  }

  /** Remembers the length for `rewind`. */
  remember(): void {
    this.#remembered = this.#length;
  }

  /** Discards everything after the last `remember`. */
  rewind(): void {
    this.#length = this.#remembered;
  }

  /** All bytes, valid until the next addition, which begins anew. */
  taken(): Buffer {
    const all = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    if (this.#bytes.length > ROOM) this.#bytes = Buffer.allocUnsafeSlow(ROOM);
    return all;
  }

  #digits(value: number, digits: number): void {
    const end = this.#length + digits;
    let left = value;
    let at = end;
    // Larger quotients are no small integers, and dividing them takes longer.
    for (; left > LARGEST_SMALL; left = Math.floor(left / 10)) this.#bytes[(at -= 1)] = ZERO + (left % 10);
    for (; at > this.#length; left = (left / 10) | 0) this.#bytes[(at -= 1)] = ZERO + (left % 10);
    this.#length = end;
  }

  #grow(more: number): void {
    if (this.#length + more + MOST_DIGITS <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(2 * (this.#length + more + MOST_DIGITS));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
