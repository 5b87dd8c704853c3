/** How often a terminal line is drawn, and how often a line goes into a pipe, in milliseconds. */
const DRAW_EVERY_MS = 100;
const PRINT_EVERY_MS = 15_000;

/** Shows how far long work is. Disposing it leaves a terminal line empty. */
export interface Progress extends Disposable {
  /** Replaces the line that is shown: `replay: 120 of 6966 exchanges`. */
  show(line: string): void;
}

/** Shows progress on stderr: as one line of a terminal that is drawn again and again, or as a plain line every fifteen seconds in a pipe. */
export function progressOn(stream: NodeJS.WriteStream): Progress {
  const began = performance.now();
  const every = stream.isTTY ? DRAW_EVERY_MS : PRINT_EVERY_MS;
  let shown = stream.isTTY ? Number.NEGATIVE_INFINITY : began;
  return {
    show(line) {
      const now = performance.now();
      if (now - shown < every) return;
      shown = now;
      const text = `${line}, ${Math.round((now - began) / 1000)} s`;
      stream.write(stream.isTTY ? `\r\u001B[2K${text.slice(0, Math.max(0, (stream.columns ?? 80) - 1))}` : `${text}\n`);
    },
    [Symbol.dispose]() {
      if (stream.isTTY) stream.write('\r\u001B[2K');
    },
  };
}
