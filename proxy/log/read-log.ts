import { createReadStream } from 'node:fs';
import type { HappeningLine, LogHeader } from '../../fixtures/formats/exchange-log.ts';
import { EXCHANGE_LOG_FORMAT } from '../../fixtures/formats/exchange-log.ts';
import { faultOf } from './line-shape.ts';
import { lineFrames } from './frames.ts';
import { LogError } from './log-error.ts';

export interface ExchangeLog {
  /** Where it was read from. */
  readonly path: string;
  readonly header: LogHeader;
  /** In order of observation. */
  readonly lines: readonly HappeningLine[];
  /** Says so where the file ends in the middle of a line, as after a crash. All lines before it are there. */
  readonly torn: string | undefined;
}

/** Reads an exchange log. Rejects with a `LogError` that names the line where the file is not one, or is of a newer format. */
export async function readLog(path: string): Promise<ExchangeLog> {
  let header: LogHeader | undefined;
  let torn: string | undefined;
  const lines: HappeningLine[] = [];
  let number = 0;
  for await (const { text, whole } of linesOf(path)) {
    number += 1;
    const value = parsedLine(text);
    if (value === undefined) {
      if (whole || header === undefined) throw new LogError(`${path}:${number}: not a line of JSON; an exchange log has one object on each line`);
      torn = `${path}:${number}: the last line is cut after ${text.length} characters; it is left out`;
    } else if (header === undefined) header = headerOf(value, path);
    else lines.push(happeningOf(value, path, number));
  }
  if (header === undefined) throw new LogError(`${path}: empty; an exchange log begins with a header line`);
  return { path, header, lines: lines.sort((a, b) => a.n - b.n), torn };
}

/** Lines end with a newline and nothing else: U+2028 and a bare carriage return may stand within one. */
async function* linesOf(path: string): AsyncGenerator<{ readonly text: string; readonly whole: boolean }> {
  const frames = lineFrames();
  try {
    for await (const chunk of createReadStream(path)) {
      for (const line of frames.push(chunk as Buffer)) yield { text: line.toString('utf8', 0, line.length - 1), whole: true };
    }
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw new LogError(`cannot read ${path}: ${error.message}`);
    throw error;
  }
  const rest = frames.rest();
  if (rest.length > 0) yield { text: rest.toString('utf8'), whole: false };
}

function parsedLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function headerOf(value: unknown, path: string): LogHeader {
  const { kind, format } = (value ?? {}) as Record<string, unknown>;
  if (kind !== 'header' || typeof format !== 'number') throw new LogError(`${path}:1: not the header of an exchange log; was the file written by 'proxy record'?`);
  if (format > EXCHANGE_LOG_FORMAT) throw new LogError(`${path}:1: format ${format} is newer than ${EXCHANGE_LOG_FORMAT}, which this version reads; update Plumbline`);
  return value as LogHeader;
}

function happeningOf(value: unknown, path: string, number: number): HappeningLine {
  const fault = faultOf(value);
  if (fault !== undefined) throw new LogError(`${path}:${number}: ${fault}`);
  return value as HappeningLine;
}
