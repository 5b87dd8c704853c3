import { placedLines } from '../shared/exchange-log/read-exchange-log.ts';

/** How many lines a recording has, and how many are missing: positions in the order of observation that no line has. Tells on stderr where it is torn. */
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
