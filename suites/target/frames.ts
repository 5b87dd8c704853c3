const NEWLINE = 0x0a;
const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Cuts a byte stream into the lines that a JSON watch sends, one `WatchEvent` each. Works on bytes, so that neither a frame nor a
 * character that is split over chunks is harmed; blank lines are no frames.
 *
 *     push('{"type":"ADD')  -> []
 *     push('ED"}\n{"ty')    -> ['{"type":"ADDED"}']
 *     rest()                -> '{"ty'
 */
export class FrameSplitter {
  /** Parts of the frame that is not yet complete: joined once, however many chunks it takes. */
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

  /** What has come since the last line end; the splitter forgets it. */
  rest(): Buffer {
    const [first = NOTHING] = this.#parts;
    const whole = this.#parts.length > 1 ? Buffer.concat(this.#parts, this.#pending) : first;
    this.#parts = [];
    this.#pending = 0;
    return whole;
  }

  /** How many bytes wait for their line end. */
  get pending(): number {
    return this.#pending;
  }

  #hold(part: Buffer): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#pending += part.length;
  }
}

/** Whether a line holds nothing but spaces, tabs and carriage returns. */
export function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
