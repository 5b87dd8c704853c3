import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { HappeningLine, HeaderPair, LogHeader } from '../../shared/exchange-log/exchange-log.ts';
import { bytesOf, EXCHANGE_LOG_FORMAT } from '../../shared/exchange-log/exchange-log.ts';
import type { BodyPlace } from '../../shared/exchange-log/redaction.ts';
import { redacting } from '../../shared/exchange-log/redaction.ts';
import type { LineSink, ObservationOrder } from './recorder.ts';
import { TargetError } from './target-error.ts';

/** How much is gathered before it is written, in characters. */
const BLOCK = 256 * 1024;

/**
 * An exchange log being written, as JSON Lines, with the values of secrets replaced. Lines are written in blocks, in the order in which
 * they come; `close` writes the last of them.
 */
export class ExchangeLogFile implements LineSink {
  readonly #file: number;
  #block = '';
  #closed = false;
  readonly #redaction = redacting();
  /** Where the bodies of the exchanges under way stand. */
  readonly #places = new Map<number, BodyPlace>();

  /** Opens the file to write at its end. Throws a `TargetError` where that cannot be. */
  constructor(path: string) {
    this.#file = opened(path, 'a');
  }

  /** Creates or empties the file and writes the header. Throws a `TargetError` where that cannot be. */
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

  /** A line that comes after the end is dropped: it is of an exchange that was cut. */
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

  /** The line with its body in its most readable form, without the values of secrets. Credentials in headers are gone before, when lines are made. */
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
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1].toLowerCase() ?? '';
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
