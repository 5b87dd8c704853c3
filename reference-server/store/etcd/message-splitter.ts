/**
 * Frame header of each message: the compression flag (always 0, as no compression is requested) and the length in
 * four bytes.
 */
export const FRAME_HEAD = 5;

/**
 * Splits the chunks of a gRPC stream into messages.
 *
 * A worked example, a message of three bytes in two chunks, followed by the beginning of the next message:
 *
 *     split(00 00 00)                -> []
 *     split(00 03 61 62 63 00 00)    -> [61 62 63]; the last two bytes wait for more
 */
export class MessageSplitter {
  #parts: Buffer[] = [];
  #held = 0;
  /** Number of bytes needed before the next message is complete. */
  #wanted = FRAME_HEAD;

  /** The messages that end in this chunk; most share its memory. Throws `RangeError` for an invalid frame. */
  split(chunk: Buffer): Buffer[] {
    this.#parts.push(chunk);
    this.#held += chunk.length;
    if (this.#held < this.#wanted) return [];
    const bytes = this.#parts.length === 1 ? chunk : Buffer.concat(this.#parts, this.#held);
    const messages: Buffer[] = [];
    let at = 0;
    let end = endOf(bytes, at);
    for (; end <= bytes.length && bytes.length - at >= FRAME_HEAD; end = endOf(bytes, at)) {
      messages.push(bytes.subarray(at + FRAME_HEAD, end));
      at = end;
    }
    this.#held = bytes.length - at;
    this.#parts = this.#held === 0 ? [] : [bytes.subarray(at)];
    this.#wanted = end - at;
    return messages;
  }
}

/** End of the message at this offset; the end of its header if the header is incomplete. */
function endOf(bytes: Buffer, at: number): number {
  if (bytes.length < at + FRAME_HEAD) return at + FRAME_HEAD;
  if (bytes[at] !== 0) throw new RangeError('it sent bytes that are no gRPC message, or a compressed message');
  return at + FRAME_HEAD + bytes.readUInt32BE(at + 1);
}
