import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  BodyLine,
  EventLine,
  HappeningLine,
  HeaderPair,
  LoggedBody,
  RequestLine,
} from '../../../shared/exchange-log/exchange-log.ts';
import { ExchangeLogError } from '../../../shared/exchange-log/exchange-log-error.ts';
import { type ExchangeLog, type Gap, placedLines } from '../../../shared/exchange-log/read-exchange-log.ts';

type Bodied = RequestLine | BodyLine | EventLine;

/** The place of a line in an open file. */
export interface LineSpot {
  readonly file: number;
  readonly at: number;
  readonly bytes: number;
}

/** An exchange log whose bodies stay on the disk until they are read; `close` closes the file. */
export interface StoredLog extends ExchangeLog {
  close(): void;
}

/**
 * Opens an exchange log without its bodies: a line has all its members, and each access to `body` reads the file. A
 * log takes some hundred bytes of memory for each line plus the heads of its exchanges, however large the bodies
 * are. Rejects as `readExchangeLog` does.
 */
export async function openStoredLog(path: string): Promise<StoredLog> {
  let torn: string | undefined;
  let header: ExchangeLog['header'] | undefined;
  const lines: HappeningLine[] = [];
  const heads = new SharedHeaders();
  const gaps: Gap[] = [];
  let file: number | undefined;
  for await (const { line, at, bytes } of placedLines(
    path,
    (message) => (torn = message),
    (gap) => gaps.push(gap),
  )) {
    file ??= openSync(path, 'r');
    if (line.kind === 'header') header = line;
    else lines.push(storedLine(heads.shared(line), { file, at, bytes }));
  }
  if (header === undefined || file === undefined)
    throw new ExchangeLogError(`${path}: empty; an exchange log begins with a header line`);
  const opened = file;
  return { path, header, lines: lines.sort((a, b) => a.n - b.n), gaps, torn, close: () => closeSync(opened) };
}

/** Keeps repeated header fields of a log in memory once. */
class SharedHeaders {
  readonly #known = new Map<string, HeaderPair>();

  shared(line: HappeningLine): HappeningLine {
    if (line.kind !== 'request' && line.kind !== 'response') return line;
    return { ...line, headers: line.headers.map((pair) => this.#one(pair)) };
  }

  #one(pair: HeaderPair): HeaderPair {
    const text = `${pair[0]}: ${pair[1]}`;
    const known = this.#known.get(text);
    if (known === undefined) this.#known.set(text, pair);
    return known?.[0] === pair[0] ? known : pair;
  }
}

/**
 * Lines in a file without a name, which nobody else can read and which vanishes with the process: the traffic of a
 * replay. It is not redacted.
 */
export class LineSpool {
  readonly lines: HappeningLine[] = [];
  readonly #file = nameless();
  #size = 0;

  append(line: HappeningLine): void {
    const text = Buffer.from(JSON.stringify(line));
    writeSync(this.#file, text, 0, text.length, this.#size);
    this.lines.push(storedLine(line, { file: this.#file, at: this.#size, bytes: text.length }));
    this.#size += text.length;
  }

  close(): void {
    closeSync(this.#file);
  }
}

function nameless(): number {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-spool-'));
  try {
    return openSync(join(folder, 'lines'), 'wx+', 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A line whose inline body is read from its place in an open file. References to body files stay. */
export function storedLine(line: HappeningLine, spot: LineSpot): HappeningLine {
  if (!('body' in line) || line.body === undefined || 'file' in line.body) return line;
  const { body: _, ...head } = line;
  return new StoredLine(head, spot) as unknown as Bodied;
}

/** The members of a line, with `body` behind a getter. */
class StoredLine {
  readonly #spot: LineSpot;

  constructor(head: object, spot: LineSpot) {
    Object.assign(this, head);
    this.#spot = spot;
  }

  /** The whole line for `JSON.stringify`. */
  toJSON(): object {
    return { ...this, body: this.body };
  }

  get body(): LoggedBody {
    const { file, at, bytes } = this.#spot;
    const text = Buffer.allocUnsafe(bytes);
    let read = 0;
    while (read < bytes) {
      const more = readSync(file, text, read, bytes - read, at + read);
      if (more === 0)
        throw new ExchangeLogError(
          'the exchange log was cut while it was being read; do not change it until the command has ended',
        );
      read += more;
    }
    return (JSON.parse(text.toString('utf8')) as Bodied & { readonly body: LoggedBody }).body;
  }
}
