import { closeSync, openSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HappeningLine, LogLine } from '../../../shared/exchange-log/exchange-log.ts';
import { lineFrames } from '../../../shared/exchange-log/stream-frames.ts';
import { Gathered, type LoggedExchange } from '../../log/logged-exchange.ts';
import type { ReplayStep } from './schedule.ts';
import { storedLine } from '../sending/stored-lines.ts';

/** Interval at which a growing log is read. */
const LOOK_AGAIN_MS = 20;
const READ_BYTES = 256 * 1024;

/**
 * The lines of an exchange log that is still being written, as they come, with their bodies on the disk; ends when
 * `stopped` holds and everything is read.
 */
export async function* growingLines(path: string, stopped: () => boolean): AsyncGenerator<HappeningLine> {
  const file = openSync(path, 'r');
  const chunk = Buffer.allocUnsafe(READ_BYTES);
  const frames = lineFrames();
  let read = 0;
  let at = 0;
  try {
    for (;;) {
      const last = stopped();
      const bytes = readSync(file, chunk, 0, READ_BYTES, read);
      read += bytes;
      for (const frame of frames.push(Buffer.from(chunk.subarray(0, bytes)))) {
        const line = JSON.parse(frame.toString('utf8')) as LogLine;
        if (line.kind !== 'header' && 'exchange' in line) yield storedLine(line, { file, at, bytes: frame.length - 1 });
        at += frame.length;
      }
      if (bytes === 0 && last) return;
      if (bytes === 0) await sleep(LOOK_AGAIN_MS);
    }
  } finally {
    closeSync(file);
  }
}

/**
 * The steps that repeat a client's traffic on another server while it happens: those of `schedule.ts`, for a growing
 * log. `exchanges` receives the exchanges.
 */
export async function* stepsOf(
  lines: AsyncIterable<HappeningLine>,
  exchanges: Map<number, LoggedExchange>,
): AsyncGenerator<ReplayStep> {
  const open = new Map<number, Gathered>();
  const watches = new Set<Gathered>();
  for await (const line of lines) {
    const shown = [...watches].map(({ id, events }) => [id, events.length] as const);
    if (line.kind === 'request') {
      const exchange = new Gathered(line);
      exchanges.set(line.exchange, exchange);
      open.set(line.exchange, exchange);
      yield { do: 'send', exchange, shown };
      continue;
    }
    const exchange = open.get(line.exchange);
    if (exchange === undefined) continue;
    if (line.kind === 'response') {
      exchange.response = line;
      yield { do: 'await-head', exchange, shown: [] };
    } else if (line.kind === 'body') exchange.bodyLine = line;
    else if (line.kind === 'event') {
      exchange.events.push(line);
      watches.add(exchange);
    } else {
      exchange.end = line;
      watches.delete(exchange);
      open.delete(line.exchange);
      yield {
        do: line.reason === 'client-abort' || line.reason === 'proxy-stop' ? 'leave' : 'await-end',
        exchange,
        shown,
      };
    }
  }
}
