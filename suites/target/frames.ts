const NEWLINE = 0x0a;
const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Cuts a byte stream into the lines of a JSON watch, one `WatchEvent` each. It works on bytes, so frames and
 * characters that are split over chunks stay intact. Blank lines are no frames.
 *
 *     push('{"type":"ADD')  -> []
 *     push('ED"}\n{"ty')    -> ['{"type":"ADDED"}']
 *     rest()                -> '{"ty'
 */
export class FrameSplitter {
  /** Parts of the incomplete frame, joined once however many chunks it takes. */
  #parts: Buffer[] = [];
  #pending = 0;

  /** The frames that this chunk completes, without their line ends. */
  push(chunk: Buffer): Buffer[] {
    const frames: Buffer[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#hold(chunk.subarray(from, end));
      const frame = this.rest();
      if (!isBlank(frame)) frames.push(frame);
      from = end + 1;
    }
    this.#hold(chunk.subarray(from));
    return frames;
  }

  /** Returns the bytes since the last line end and forgets them. */
  rest(): Buffer {
    const [first = NOTHING] = this.#parts;
    const whole = this.#parts.length > 1 ? Buffer.concat(this.#parts, this.#pending) : first;
    this.#parts = [];
    this.#pending = 0;
    return whole;
  }

  /** The number of bytes that wait for their line end. */
  get pending(): number {
    return this.#pending;
  }

  #hold(part: Buffer): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#pending += part.length;
  }
}

/** Whether a line holds only spaces, tabs and carriage returns. */
export function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
