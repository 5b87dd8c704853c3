import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Report, VerdictLogLine } from '../../fixtures/formats/verdict-log.ts';
import { verdictLine } from '../read/verdict-line.ts';
import { VerdictLogError } from '../read/verdict-log-error.ts';
import { page } from '../render/html/page.ts';
import { junit } from '../render/junit.ts';
import { LiveView } from '../render/terminal/live.ts';
import { paintFor } from '../render/terminal/paint.ts';
import { summary } from '../render/terminal/summary.ts';
import { fold } from '../tally/fold.ts';

/** Files that reporters write, by the reporter's name. */
const FILES: Readonly<Record<string, readonly [name: string, render: (report: Report) => string]>> = {
  json: ['report.json', (report) => `${JSON.stringify(report, null, 2)}\n`],
  junit: ['junit.xml', junit],
  html: ['report.html', page],
};

/**
 * Shows the run whose verdict log comes on standard input and writes its reports when the input ends. Signals are left to the process
 * that judges: a Ctrl-C ends it, its log ends, and then the reports are made.
 */
export async function live(directory: string, reporters: readonly string[]): Promise<void> {
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  const tty = process.stdout.isTTY === true;
  const paint = paintFor(tty && process.env['NO_COLOR'] === undefined);
  const write = (text: string): void => void (reporters.includes('terminal') && process.stdout.write(text));
  const view = new LiveView({ write, tty, columns: () => process.stdout.columns }, paint);
  const lines: VerdictLogLine[] = [];
  for await (const text of createInterface({ input: process.stdin })) {
    const line = verdictLine(text, lines.length + 1);
    lines.push(line);
    view.show(line);
  }
  const report = fold(lines);
  await writeReports(directory, reporters, lines, report);
  write(`\n${summary(report, paint)}\n`);
  if (reporters.includes('html')) write(paint.dim(`report: ${join(directory, 'report.html')}\n`));
}

async function writeReports(directory: string, reporters: readonly string[], lines: readonly VerdictLogLine[], report: Report): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'verdicts.jsonl'), lines.filter(({ kind }) => kind !== 'progress').map((line) => `${JSON.stringify(line)}\n`).join(''));
    for (const reporter of reporters) {
      const [name, render] = FILES[reporter] ?? [];
      if (name !== undefined && render !== undefined) await writeFile(join(directory, name), render(report));
    }
  } catch (error) {
    throw new VerdictLogError(`--report-dir: ${directory} cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)})`, { cause: error });
  }
}
