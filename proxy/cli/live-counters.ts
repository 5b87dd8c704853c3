import { counted } from '../../shared/counted.ts';
import type { TrafficCounts } from '../record/recording-state.ts';

/** Interval of updates, in milliseconds. */
const EVERY_MS = 250;

/**
 * Shows the counts on one line of a terminal and updates it; prints nothing into a pipe. Disposing it clears the
 * line.
 */
export function liveCounters(counts: Readonly<TrafficCounts>, terminal: NodeJS.WriteStream): Disposable {
  if (!terminal.isTTY) return { [Symbol.dispose]: () => undefined };
  const draw = (): void =>
    void terminal.write(`\r\u001B[2K${countersLine(counts).slice(0, Math.max(0, (terminal.columns ?? 80) - 1))}`);
  const timer = setInterval(draw, EVERY_MS);
  timer.unref();
  draw();
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      terminal.write('\r\u001B[2K');
    },
  };
}

/** `12 exchanges, 3 open, 40 watch events, 1.2 MB` */
export function countersLine({ exchanges, open, events, bytes, cut }: Readonly<TrafficCounts>): string {
  const parts = [counted(exchanges, 'exchange'), `${open} open`, counted(events, 'watch event'), sizeOf(bytes)];
  return (cut === 0 ? parts : [...parts, `${cut} cut or failed`]).join(', ');
}

function sizeOf(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`;
}
