/** Cuts a watch stream into its frames, whatever chunks it comes in. Feed it chunks; `rest` is what follows the last whole frame. */
export interface FrameCutter {
  push(chunk: Buffer): Buffer[];
  rest(): Buffer;
}

const NEWLINE = 0x0a;
/** A frame that grows beyond this is not one; it is given out in pieces, so that no stream can fill the memory. */
const MOST = 64 * 1024 * 1024;

/** Frames of JSON streams: each ends with its newline, which belongs to it. */
export function lineFrames(): FrameCutter {
  let held: Buffer[] = [];
  let size = 0;
  const flush = (): Buffer => {
    const frame = held.length === 1 ? (held[0] ?? Buffer.alloc(0)) : Buffer.concat(held);
    held = [];
    size = 0;
    return frame;
  };
  return {
    push(chunk) {
      const frames: Buffer[] = [];
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        held.push(chunk.subarray(from, at + 1));
        frames.push(flush());
        from = at + 1;
      }
      if (from < chunk.length) {
        held.push(chunk.subarray(from));
        size += chunk.length - from;
      }
      if (size > MOST) frames.push(flush());
      return frames;
    },
    rest: flush,
  };
}

/** Frames of protobuf streams: four bytes of big-endian length, then that many bytes; both belong to the frame. */
export function lengthFrames(): FrameCutter {
  let held: Buffer = Buffer.alloc(0);
  return {
    push(chunk) {
      const frames: Buffer[] = [];
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      while (held.length >= 4) {
        const stated = 4 + held.readUInt32BE(0);
        const whole = stated > MOST ? held.length : stated;
        if (held.length < whole) break;
        frames.push(held.subarray(0, whole));
        held = held.subarray(whole);
      }
      return frames;
    },
    rest() {
      const left = held;
      held = Buffer.alloc(0);
      return left;
    },
  };
}
