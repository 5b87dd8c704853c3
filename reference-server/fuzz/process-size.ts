import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The memory and the files of a process. */
export interface ProcessSize {
  readonly megabytes: number;
  /** Open files and connections; 0 if the system does not report them. */
  readonly files: number;
}

/** `undefined` once there is no such process. */
export async function sizeOf(pid: number): Promise<ProcessSize | undefined> {
  const resident = await execute('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => undefined);
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  return resident === undefined ? undefined : { megabytes: Number(resident.stdout) / 1024, files: files.length };
}

/** Fewer samples show nothing. */
const LEAST_LOOKS = 9;
/** The most growth from the second third of a run to the last: a bounded process does not grow. */
const MOST_GROWTH = 1.3;
/** Smaller growth may be chance, however small the base. */
const LEAST_MEGABYTES = 40;
const LEAST_FILES = 100;

/** The growth from the second third of the samples to the last, in words; empty if there was none. */
export function growthIn(samples: readonly ProcessSize[]): string[] {
  if (samples.length < LEAST_LOOKS) return [];
  const third = Math.floor(samples.length / 3);
  const grew = (what: keyof ProcessSize, least: number): string[] => {
    const before = middle(samples.slice(third, 2 * third).map((sample) => sample[what]));
    const after = middle(samples.slice(2 * third).map((sample) => sample[what]));
    return after > before * MOST_GROWTH && after > before + least
      ? [`${what} grew from ${before.toFixed(0)} to ${after.toFixed(0)} between the second third and the last`]
      : [];
  };
  return [...grew('megabytes', LEAST_MEGABYTES), ...grew('files', LEAST_FILES)];
}

function middle(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;
}
