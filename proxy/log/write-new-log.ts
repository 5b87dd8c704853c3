import { copyFile, mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { GapLine, HappeningLine, LogHeader, LoggedBody } from '../../fixtures/formats/exchange-log.ts';
import { bodyBytes } from '../../fixtures/formats/body-bytes.ts';
import { LogExistsError } from '../record/log-exists-error.ts';
import { withoutLineSeparators } from './without-line-separators.ts';
import { writeWhole } from './write-whole.ts';

/** Lines in whatever way they come. */
export type NewLines = AsyncIterable<HappeningLine | GapLine> | Iterable<HappeningLine | GapLine>;

/**
 * Writes a log that was made from something else, private to its owner, under its name only when it is whole. `bodiesFrom` is the log whose body files the lines refer to:
 * they are copied. Rejects with a `LogExistsError` where something has the name, with node's error where the path cannot be written, with an `ExchangeLogError` where a body file is not what was recorded.
 */
export async function writeNewLog(path: string, header: LogHeader, lines: NewLines, bodiesFrom?: string): Promise<void> {
  try {
    await writeWhole(path, textOf(path, header, lines, bodiesFrom));
  } catch (error) {
    if (!(error instanceof LogExistsError)) await rm(`${path}.bodies`, { recursive: true, force: true });
    throw error;
  }
}

async function* textOf(path: string, header: LogHeader, lines: NewLines, bodiesFrom: string | undefined): AsyncGenerator<string> {
  yield lineOf(header);
  for await (const line of lines) yield lineOf(bodiesFrom === undefined ? line : await carried(line, bodiesFrom, path));
}

function lineOf(line: LogHeader | HappeningLine | GapLine): string {
  return `${withoutLineSeparators(JSON.stringify(line))}\n`;
}

/** The line with its body file copied beside the new log. */
async function carried(line: HappeningLine | GapLine, from: string, to: string): Promise<HappeningLine | GapLine> {
  if (!('body' in line) || line.body === undefined || !('file' in line.body)) return line;
  return { ...line, body: await carriedBody(line.body, from, to) };
}

async function carriedBody(body: Extract<LoggedBody, { readonly file: string }>, from: string, to: string): Promise<LoggedBody> {
  await bodyBytes(from, body);
  const folder = `${to}.bodies`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await copyFile(join(dirname(from), body.file), join(folder, body.sha256));
  return { ...body, file: `${basename(folder)}/${body.sha256}` };
}
