import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { VerdictLogLine } from '../../shared/verdict-log/verdict-log.ts';
import { causesOf } from '../causes/causes-of.ts';
import { verdictLine } from '../read/verdict-line.ts';
import { LiveView } from '../render/terminal/live.ts';
import { paintForOutput } from '../render/terminal/paint.ts';
import { summary } from '../render/terminal/summary.ts';
import { writeScripts } from '../script/write-scripts.ts';
import { blockedBefore } from '../tally/blocked-before.ts';
import { fold } from '../tally/fold.ts';
import { cannotWrite, annotateGithubJob, writeReports } from './reporters.ts';

/** The verdict log in the report folder, which every run writes. */
const LOG = 'verdicts.jsonl';

/**
 * Shows a run from its verdict log on standard input and writes its reports when the input ends. The judging process
 * handles signals: a Ctrl-C ends it and its log, and then the reports are made.
 */
export async function live(directory: string, reporters: readonly string[]): Promise<void> {
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  const tty = process.stdout.isTTY === true;
  const write = (text: string): void => void (reporters.includes('terminal') && process.stdout.write(text));
  const view = new LiveView({ write, tty, columns: () => process.stdout.columns }, paintForOutput());
  const lines: VerdictLogLine[] = [];
  for await (const text of createInterface({ input: process.stdin })) {
    const line = verdictLine(text, lines.length + 1);
    lines.push(line);
    view.show(line);
  }
  const report = fold(lines);
  await writeReports('--report-dir', directory, reporters, report);
  await writeLog(directory, lines);
  await writeScripts(causesOf(report)).catch((error: unknown) => {
    throw cannotWrite('--report-dir', directory, error);
  });
  // The terminal may have another width than at the start.
  const paint = paintForOutput();
  const judged = blockedBefore(report) === undefined;
  write(`${judged ? '\n' : ''}${summary(report, paint, join(directory, LOG))}\n`);
  if (reporters.includes('github')) await annotateGithubJob(report);
  if (judged && reporters.includes('html')) write(paint.dim(`report: ${join(directory, 'report.html')}\n`));
}

async function writeLog(directory: string, lines: readonly VerdictLogLine[]): Promise<void> {
  const path = join(directory, LOG);
  await writeFile(path, textsOf(lines)).catch((error: unknown) => {
    throw cannotWrite('--report-dir', path, error);
  });
}

/** One text for each line of the log: all of them may be longer than a text can be. */
function* textsOf(lines: readonly VerdictLogLine[]): Iterable<string> {
  for (const line of lines) if (line.kind !== 'progress') yield `${JSON.stringify(line)}\n`;
}
