import { closeSync, fchmodSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { GapLine, LogHeader } from '../../shared/exchange-log/exchange-log.ts';
import { LineBytes } from './line-bytes.ts';
import { type WriteLine, LineQueue, type QueueSlot } from './line-queue.ts';
import { SideFiles } from './side-files.ts';

/** How long lines are collected for one write while more are about to come. */
const GATHER_MS = 2;

const NEWLINE = Buffer.from('\n');
/** Interval at which waiting lines are checked if nothing else happens. */
const LOOK_AGAIN_MS = 100;
/** Pause before an unwritable log is tried again. */
const TRY_AGAIN_MS = 250;

/** Callbacks about the state of writing. */
export interface WriterNews {
  /** A write failed; lines are lost until `onMended`. */
  onFailed(error: Error): void;
  /** Writing works again; the log says what was lost. */
  onMended(lost: string): void;
}

/**
 * Opens the log, for appending and for its owner only, and writes its header; an existing log is replaced. Rejects
 * with node's error if the path cannot be written.
 */
export async function openLog(
  path: string,
  header: Omit<LogHeader, 'startedAt'>,
  news: WriterNews,
): Promise<LogWriter> {
  const files = new SideFiles(path);
  const file = openSync(path, 'a', 0o600);
  try {
    if (fstatSync(file).isFile()) {
      fchmodSync(file, 0o600);
      ftruncateSync(file, 0);
      await files.clear();
    }
    return new LogWriter(file, files, news, header);
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/**
 * Writes the log as things happen: one line of JSON each, in order. During exchanges lines are collected for a
 * moment; when no exchange is open, everything is written at once, so the file has everything that the last client
 * received, however the process ends. A failed write leaves no partial line and is retried with the next one; then
 * the log says what is missing.
 */
export class LogWriter {
  /** The destination of large bodies. */
  readonly files: SideFiles;
  /** The number of exchanges whose next line is near: while there are any, lines are collected. */
  expected = 0;
  readonly #file: number;
  readonly #news: WriterNews;
  readonly #queue = new LineQueue();
  readonly #origin = performance.now();
  readonly #lookAgain: NodeJS.Timeout;
  #n = 0;
  readonly #bytes = new LineBytes();
  #soon: NodeJS.Timeout | undefined;
  #atOnce: NodeJS.Immediate | undefined;
  #failure: { readonly error: Error; readonly at: number } | undefined;
  #lost: string[] = [];
  #lostLines = 0;

  constructor(file: number, files: SideFiles, news: WriterNews, header: Omit<LogHeader, 'startedAt'>) {
    this.#file = file;
    this.files = files;
    this.#news = news;
    const { kind, format, tool, ...rest } = header;
    this.#bytes.text(`${JSON.stringify({ kind, format, tool, startedAt: new Date().toISOString(), ...rest })}\n`);
    this.#writeAll(this.#bytes.taken());
    this.#lookAgain = setInterval(() => this.#flush(), LOOK_AGAIN_MS);
    this.#lookAgain.unref();
  }

  /** Takes the next position in the order of observation, now. */
  place(exchange: number): QueueSlot {
    this.#n += 1;
    const place: QueueSlot = { n: this.#n, t: this.#now(), exchange, line: undefined };
    this.#queue.push(place);
    return place;
  }

  /**
   * Adds the line of a position, as a function that makes its JSON. It runs when the line is written, with all
   * others of that moment: batching is twice as fast as work between socket events.
   */
  put(place: QueueSlot, line: WriteLine): void {
    place.line = line;
    if (this.expected > 0) this.#soon ??= setTimeout(this.#flushSoon, GATHER_MS);
    else this.#atOnce ??= setImmediate(this.#flushAtOnce);
  }

  readonly #flushSoon = (): void => {
    this.#soon = undefined;
    this.#flush();
  };

  readonly #flushAtOnce = (): void => {
    this.#atOnce = undefined;
    this.#flush();
  };

  /** Records that something other than a line, such as a large body, could not be written. */
  lose(what: string, error: Error): void {
    this.#lost.push(what);
    this.#fail(error);
  }

  /** Writes the rest and closes. @returns the losses that the log does not report itself */
  close(): string | undefined {
    clearInterval(this.#lookAgain);
    clearTimeout(this.#soon);
    clearImmediate(this.#atOnce);
    this.#failure =
      this.#failure === undefined ? undefined : { error: this.#failure.error, at: Number.NEGATIVE_INFINITY };
    this.#write(this.#queue.take(Number.POSITIVE_INFINITY));
    closeSync(this.#file);
    return this.#failure === undefined ? undefined : this.#missing();
  }

  #now(): number {
    return performance.now() - this.#origin;
  }

  #flush(): void {
    if (this.#queue.isEmpty && this.#failure === undefined) return;
    this.#write(this.#queue.take(this.#now()));
  }

  #write(lines: readonly WriteLine[]): void {
    const failure = this.#failure;
    if (lines.length === 0 && failure === undefined) return;
    if (failure !== undefined && performance.now() - failure.at < TRY_AGAIN_MS) {
      this.#lostLines += lines.length;
      return;
    }
    if (failure !== undefined) this.#bytes.text(this.#gap(this.#missing(), failure.error));
    for (const line of lines) this.#make(line);
    try {
      this.#writeAll(this.#bytes.taken());
    } catch (error) {
      this.#lostLines += lines.length;
      return this.#fail(error as Error);
    }
    if (failure !== undefined) this.#mended();
  }

  /** Writes all bytes, or only whole lines of them. */
  #writeAll(bytes: Buffer): void {
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#file, bytes, written, bytes.length - written);
    } catch (error) {
      const status = fstatSync(this.#file);
      if (written > 0 && status.isFile()) ftruncateSync(this.#file, status.size - written);
      throw error;
    }
  }

  #fail(error: Error): void {
    const first = this.#failure === undefined;
    this.#failure = { error, at: performance.now() };
    if (first) this.#news.onFailed(error);
  }

  #mended(): void {
    const lost = this.#missing();
    this.#failure = undefined;
    this.#lost = [];
    this.#lostLines = 0;
    this.#news.onMended(lost);
  }

  #missing(): string {
    const lines = this.#lostLines === 0 ? [] : [this.#lostLines === 1 ? '1 line' : `${this.#lostLines} lines`];
    return [...lines, ...this.#lost].join(', ') || 'nothing';
  }

  /** A line that cannot be made becomes a gap and does not affect others. */
  #make(line: WriteLine): void {
    this.#bytes.remember();
    try {
      line(this.#bytes);
      this.#bytes.utf8(NEWLINE);
    } catch (error) {
      this.#bytes.rewind();
      this.#bytes.text(this.#gap('1 line', error as Error));
    }
  }

  #gap(lost: string, { message }: Error): string {
    this.#n += 1;
    const gap: GapLine = { kind: 'gap', n: this.#n, t: Math.round(this.#now()), lost, reason: message };
    return `${JSON.stringify(gap)}\n`;
  }
}
