import { closeSync, openSync, writeFileSync } from 'node:fs';
import { headerValue } from '../../shared/exchange-log/header-value.ts';
import {
  bytesOf,
  EXCHANGE_LOG_FORMAT,
  type HappeningLine,
  type HeaderPair,
  type LogHeader,
} from '../../shared/exchange-log/exchange-log.ts';
import { type BodyPlace, redacting } from '../../shared/exchange-log/redaction.ts';
import type { LineSink, ObservationOrder } from './recorder.ts';
import { TargetError } from './target-error.ts';

/** Characters to gather before a write. */
const BLOCK = 256 * 1024;

/**
 * Writes an exchange log as JSON Lines and replaces the values of secrets. Lines are written in blocks, in order;
 * `close` writes the last block.
 */
export class ExchangeLogFile implements LineSink {
  readonly #file: number;
  #block = '';
  #closed = false;
  readonly #redaction = redacting();
  /** The context of the bodies of each exchange under way. */
  readonly #places = new Map<number, BodyPlace>();

  /** Opens the file for appending. Throws a `TargetError` if that fails. */
  constructor(path: string) {
    this.#file = opened(path, 'a');
  }

  /** Creates or truncates the file and writes the header. Throws a `TargetError` if that fails. */
  static create(path: string, upstream: string, order: ObservationOrder): ExchangeLogFile {
    closeSync(opened(path, 'w'));
    const log = new ExchangeLogFile(path);
    const header: LogHeader = {
      kind: 'header',
      format: EXCHANGE_LOG_FORMAT,
      tool: 'plumbline conformance',
      startedAt: order.startedAt,
      upstream,
      ...(log.#redaction.name === undefined ? {} : { redaction: log.#redaction.name }),
    };
    log.#append(header);
    return log;
  }

  /** Lines that come after the end are dropped: they belong to an exchange that was cut. */
  write(line: HappeningLine): void {
    if (this.#closed) return;
    const target = line.kind === 'request' ? line.target : (this.#places.get(line.exchange)?.target ?? '');
    if (line.kind === 'request' || line.kind === 'response')
      this.#places.set(line.exchange, { target, mediaType: mediaTypeIn(line.headers) });
    this.#append(this.#clean(line));
    if (line.kind === 'end') this.#places.delete(line.exchange);
  }

  close(): void {
    this.#flush();
    this.#closed = true;
    closeSync(this.#file);
  }

  /**
   * The line with its body in its most readable form, without the values of secrets. Credentials in headers are
   * removed earlier, when lines are made.
   */
  #clean(line: HappeningLine): HappeningLine {
    const place = this.#places.get(line.exchange);
    if (place === undefined || !('body' in line) || line.body === undefined) return line;
    const bytes = bytesOf(line.body);
    return bytes === undefined ? line : { ...line, body: this.#redaction.body(bytes, place) };
  }

  #append(line: LogHeader | HappeningLine): void {
    this.#block += `${JSON.stringify(line)}\n`;
    if (this.#block.length >= BLOCK) this.#flush();
  }

  #flush(): void {
    writeFileSync(this.#file, this.#block);
    this.#block = '';
  }
}

function mediaTypeIn(headers: readonly HeaderPair[]): string {
  return headerValue(headers, 'content-type')?.toLowerCase() ?? '';
}

function opened(path: string, how: 'a' | 'w'): number {
  try {
    return openSync(path, how);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new TargetError(
      'bad-option',
      `--record: ${path} cannot be written (${code}); give a path in a folder that exists and is writable`,
    );
  }
}
