/** Update intervals on a terminal and in a pipe, in milliseconds. */
const DRAW_EVERY_MS = 100;
const PRINT_EVERY_MS = 15_000;

/** Shows the progress of long work. Disposing it clears the line of a terminal. */
export interface ShownProgress extends Disposable {
  /** Replaces the shown line: `replay: 120 of 6966 exchanges`. */
  show(line: string): void;
}

/** Shows progress on stderr: as one updated line of a terminal, or as a plain line every fifteen seconds in a pipe. */
export function progressOn(stream: NodeJS.WriteStream): ShownProgress {
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
