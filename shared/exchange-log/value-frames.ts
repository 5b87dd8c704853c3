import { type FrameCutter, MOST } from './stream-frames.ts';

const NEWLINE = 0x0a;
const NOTHING: Buffer = Buffer.alloc(0);
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [BRACE, END_BRACE, BRACKET, END_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Cuts a byte stream into the JSON values of a watch, one `WatchEvent` each. The document names no separator, so a
 * value may span lines, and nothing need stand between two of them. Text that is no JSON is cut into lines. It works
 * on bytes, so frames and characters that are split over chunks stay intact.
 *
 * A frame is complete with its value, and white space is no frame. With `everyByte` each byte belongs to a frame: one
 * includes the line end after its value, so it is complete when its line ends or the next value begins.
 *
 *     push('{"type":"ADD')           -> []
 *     push('ED"}\n{"type":\n"X"}')   -> ['{"type":"ADDED"}', '{"type":\n"X"}']
 *     push('{"ty\n{"type":"Y"}')     -> ['{"ty', '{"type":"Y"}']
 *     push('{"ty'); rest()           -> '{"ty'
 */
export class ValueFrames implements FrameCutter {
  readonly #everyByte: boolean;
  /** Parts of the incomplete frame, joined once however many chunks it takes. */
  #parts: Buffer[] = [];
  #pending = 0;
  /** How many objects and lists the text is within. */
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Whether the last byte ended a line within a value. */
  #lineEnded = false;
  /** Whether the incomplete frame has its value. */
  #closed = false;

  constructor({ everyByte = false }: { readonly everyByte?: boolean } = {}) {
    this.#everyByte = everyByte;
  }

  /** The frames that this chunk completes. */
  push(chunk: Buffer): Buffer[] {
    const frames: Buffer[] = [];
    let from = 0;
    const cut = (end: number, next: number): void => {
      this.#hold(chunk.subarray(from, end));
      const frame = this.rest();
      if (this.#everyByte || !isBlank(frame)) frames.push(frame);
      from = next;
    };
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === NEWLINE) {
        // No string of JSON holds a bare line end, so the frame is broken.
        if (this.#depth === 0 || this.#inString) cut(this.#everyByte ? at + 1 : at, at + 1);
        else this.#lineEnded = true;
      } else if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inString = false;
      } else {
        // No JSON printer begins a line within a value by a brace, so the frame before it is broken.
        if (byte === BRACE && (this.#lineEnded || this.#closed)) cut(at, at);
        this.#lineEnded = false;
        if (byte === QUOTE) this.#inString = this.#depth > 0;
        else if (byte === BRACE || byte === BRACKET) this.#depth += 1;
        else if ((byte === END_BRACE || byte === END_BRACKET) && this.#depth > 0) {
          this.#depth -= 1;
          this.#closed = this.#depth === 0;
          if (this.#closed && !this.#everyByte) cut(at + 1, at + 1);
        }
      }
    }
    this.#hold(chunk.subarray(from));
    if (this.#pending > MOST) frames.push(this.rest());
    return frames;
  }

  /** Returns the bytes since the last frame and forgets them. */
  rest(): Buffer {
    const [first = NOTHING] = this.#parts;
    const whole = this.#parts.length > 1 ? Buffer.concat(this.#parts, this.#pending) : first;
    this.#parts = [];
    this.#pending = 0;
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
    this.#lineEnded = false;
    this.#closed = false;
    return whole;
  }

  /** The number of bytes that wait for the end of their frame. */
  get pending(): number {
    return this.#pending;
  }

  /** Whether the incomplete frame begins like no JSON object. */
  get isNoObject(): boolean {
    const first = this.#parts[0]?.find((byte) => !isWhite(byte));
    return first !== undefined && first !== BRACE;
  }

  #hold(part: Buffer): void {
    if (part.length === 0 || (!this.#everyByte && this.#pending === 0 && isBlank(part))) return;
    this.#parts.push(part);
    this.#pending += part.length;
  }
}

/** Whether a line holds only white space. */
export function isBlank(line: Buffer): boolean {
  return line.every(isWhite);
}

function isWhite(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === NEWLINE;
}
