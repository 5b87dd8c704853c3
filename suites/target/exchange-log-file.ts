import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { HappeningLine, LogHeader } from '../../fixtures/formats/exchange-log.ts';
import { EXCHANGE_LOG_FORMAT } from '../../fixtures/formats/exchange-log.ts';
import type { LineSink, ObservationOrder } from './recorder.ts';
import { isAboutSecrets, REDACTION, writable } from './redaction.ts';
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
  /** Exchanges under way that are about secrets. */
  readonly #secret = new Set<number>();

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
      redaction: REDACTION,
    };
    log.#append(header);
    return log;
  }

  write(line: HappeningLine): void {
    if (line.kind === 'request' && isAboutSecrets(line.target)) this.#secret.add(line.exchange);
    this.#append(writable(line, this.#secret.has(line.exchange)));
    if (line.kind === 'end') this.#secret.delete(line.exchange);
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
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

function opened(path: string, how: 'a' | 'w'): number {
  try {
    return openSync(path, how);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new TargetError('bad-option', `--record: ${path} cannot be written (${code}); give a path in a folder that exists and is writable`);
  }
}
