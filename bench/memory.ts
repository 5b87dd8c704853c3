import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Interval of measurements, in milliseconds. */
const EVERY_MS = 500;

/** Resident memory of a process over time, in megabytes. */
export interface MemoryTrace {
  /** Medians of the second third of the samples, and of the last: bounded memory is equal in both. */
  readonly middle: number;
  readonly end: number;
  readonly peak: number;
}

/** Samples the memory of a process, by `ps`, until `stop`. */
export function traceMemory(pid: number): { stop(): MemoryTrace } {
  const seen: number[] = [];
  const timer = setInterval(
    () => void residentMegabytes(pid).then((megabytes) => megabytes !== undefined && seen.push(megabytes)),
    EVERY_MS,
  );
  return {
    stop() {
      clearInterval(timer);
      const third = Math.floor(seen.length / 3);
      return {
        middle: medianOf(seen.slice(third, 2 * third)),
        end: medianOf(seen.slice(2 * third)),
        peak: Math.max(0, ...seen),
      };
    },
  };
}

function medianOf(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0;
}

/** `undefined` once there is no such process. */
export async function residentMegabytes(pid: number): Promise<number | undefined> {
  const output = await execute('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => undefined);
  return output === undefined ? undefined : Number(output.stdout) / 1024;
}
