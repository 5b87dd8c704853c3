import { closeSync, openSync, readSync } from 'node:fs';
import type {
  BodyLine,
  EndLine,
  EventLine,
  GapLine,
  HappeningLine,
  LogHeader,
  RequestLine,
  ResponseLine,
} from '../../shared/exchange-log/exchange-log.ts';
import { ExchangeLogError } from '../../shared/exchange-log/exchange-log-error.ts';
import { placedLines } from '../../shared/exchange-log/read-exchange-log.ts';

/**
 * An exchange log of which only the places of its lines are in memory: some hundred bytes for each exchange, and
 * sixteen for each event.
 */
export interface IndexedLog {
  readonly path: string;
  readonly header: LogHeader;
  /** In order of their requests. Lines whose request is not in the log are left out. */
  readonly exchanges: readonly IndexedExchange[];
  readonly gaps: readonly GapLine[];
  /** A sentence if the file ends in the middle of a line, or has a gap. */
  readonly torn: string | undefined;
  /** Closes the file. */
  close(): void;
}

/**
 * One exchange of such a log. Each access to a member other than `id`, `began` and `eventCount` reads the file: read
 * it once.
 *
 *     file   {"kind":"request","exchange":7,...}     kept: 7, position of the request, where it stands: 4096, 312
 *            {"kind":"response","exchange":7,...}    kept: 4409, 120
 *            {"kind":"event","exchange":7,...}       kept: 4530, 260
 */
export interface IndexedExchange {
  readonly id: number;
  /** Position of its request in the order of observation. */
  readonly began: number;
  readonly eventCount: number;
  readonly request: RequestLine;
  readonly response: ResponseLine | undefined;
  /** The response's body, if it is not a stream. */
  readonly body: BodyLine | undefined;
  readonly end: EndLine | undefined;
  /** The events of a stream one after the other, in order. */
  events(): Iterable<EventLine>;
  /** The event with that index. */
  event(index: number): EventLine | undefined;
}

/** Reads a log once and keeps the place of each line. Rejects with an `ExchangeLogError` as `readExchangeLog` does. */
export async function openIndexedLog(path: string): Promise<IndexedLog> {
  const gaps: GapLine[] = [];
  let torn: string | undefined;
  let header: LogHeader | undefined;
  let file: number | undefined;
  const exchanges = new Map<number, PlacedExchange>();
  try {
    for await (const { line, at, bytes } of placedLines(
      path,
      (message) => (torn = message),
      ({ kind, n, t, lost, reason }) => gaps.push({ kind, n, t, lost, reason }),
    )) {
      file ??= openSync(path, 'r');
      if (line.kind === 'header') {
        header = line;
        continue;
      }
      if (line.kind === 'request') exchanges.set(line.exchange, new PlacedExchange(line, file));
      exchanges.get(line.exchange)?.place(line.kind, at, bytes);
    }
    if (header === undefined || file === undefined)
      throw new ExchangeLogError(`${path}: empty; an exchange log begins with a header line`);
  } catch (error) {
    if (file !== undefined) closeSync(file);
    throw error;
  }
  const opened = file;
  return {
    path,
    header,
    exchanges: [...exchanges.values()].sort((a, b) => a.began - b.began),
    gaps,
    torn,
    close: () => closeSync(opened),
  };
}

/** The kinds of lines that occur once in an exchange. */
const SINGLE = ['request', 'response', 'body', 'end'] as const;
type Single = (typeof SINGLE)[number];

/** The places of an exchange's lines in an open file. */
class PlacedExchange implements IndexedExchange {
  readonly id: number;
  readonly began: number;
  readonly #file: number;
  /** Place and length of the last line of each single kind; a length of 0 if there is none. */
  readonly #single = [0, 0, 0, 0, 0, 0, 0, 0];
  /** Place and length of each event, in turn. */
  readonly #events: number[] = [];

  constructor({ exchange, n }: RequestLine, file: number) {
    this.id = exchange;
    this.began = n;
    this.#file = file;
  }

  place(kind: HappeningLine['kind'], at: number, bytes: number): void {
    if (kind === 'event') this.#events.push(at, bytes);
    else this.#single.splice(2 * SINGLE.indexOf(kind), 2, at, bytes);
  }

  get eventCount(): number {
    return this.#events.length / 2;
  }

  get request(): RequestLine {
    const line = this.#read('request');
    if (line?.kind !== 'request') throw changed();
    return line;
  }

  get response(): ResponseLine | undefined {
    const line = this.#read('response');
    return line?.kind === 'response' ? line : undefined;
  }

  get body(): BodyLine | undefined {
    const line = this.#read('body');
    return line?.kind === 'body' ? line : undefined;
  }

  get end(): EndLine | undefined {
    const line = this.#read('end');
    return line?.kind === 'end' ? line : undefined;
  }

  *events(): Generator<EventLine> {
    for (let index = 0; index < this.eventCount; index += 1) {
      const line = this.event(index);
      if (line !== undefined) yield line;
    }
  }

  event(index: number): EventLine | undefined {
    const bytes = this.#events[2 * index + 1];
    const line = bytes === undefined ? undefined : lineAt(this.#file, this.#events[2 * index] ?? 0, bytes);
    return line?.kind === 'event' ? line : undefined;
  }

  #read(kind: Single): HappeningLine | undefined {
    const index = 2 * SINGLE.indexOf(kind);
    const bytes = this.#single[index + 1] ?? 0;
    return bytes === 0 ? undefined : lineAt(this.#file, this.#single[index] ?? 0, bytes);
  }
}

/** The line at a place of an open log. Throws an `ExchangeLogError` if the file has changed. */
function lineAt(file: number, at: number, bytes: number): HappeningLine {
  const text = Buffer.allocUnsafe(bytes);
  let read = 0;
  while (read < bytes) {
    const more = readSync(file, text, read, bytes - read, at + read);
    if (more === 0) throw changed();
    read += more;
  }
  try {
    return JSON.parse(text.toString('utf8')) as HappeningLine;
  } catch {
    throw changed();
  }
}

function changed(): ExchangeLogError {
  return new ExchangeLogError(
    'the exchange log was changed while it was being read; do not change it until the command has ended',
  );
}
