import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { HappeningLine } from '../../shared/exchange-log/exchange-log.ts';
import type { LogPosition } from './recorder.ts';

/** Bytes to read from the end at first; doubled until they hold a whole line. */
const BLOCK = 64 * 1024;

/**
 * The position of a log written by this version, read from its last line; `from` if it has no happenings. No
 * exchange has an id above the last `n`.
 */
export function logEnd(path: string, from: LogPosition): LogPosition {
  const line = lastLine(path);
  const last = line === undefined ? undefined : (JSON.parse(line) as Partial<HappeningLine>);
  return last?.n === undefined ? from : { startedAt: from.startedAt, n: last.n, t: last.t ?? from.t, exchange: last.n };
}

function lastLine(path: string): string | undefined {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    for (let length = Math.min(BLOCK, size); length > 0; length = Math.min(length * 2, size)) {
      const block = Buffer.alloc(length);
      readSync(file, block, 0, length, size - length);
      const lines = block.toString('utf8').trimEnd().split('\n');
      if (lines.length > 1 || length === size) return lines.at(-1);
    }
    return undefined;
  } finally {
    closeSync(file);
  }
}
