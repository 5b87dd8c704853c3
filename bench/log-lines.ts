import { placedLines } from '../shared/exchange-log/read-exchange-log.ts';

/**
 * The number of lines of a recording, and of missing lines: positions in the order of observation without a line.
 * Reports damage on stderr.
 */
export async function logLines(path: string): Promise<{ readonly lines: number; readonly missing: number }> {
  let lines = 0;
  let last = 0;
  for await (const { line } of placedLines(path, (trouble) => process.stderr.write(`${trouble}\n`))) {
    if (line.kind === 'header') continue;
    lines += 1;
    last = Math.max(last, line.n);
  }
  return { lines, missing: last - lines };
}
