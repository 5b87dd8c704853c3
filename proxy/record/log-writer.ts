import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { HappeningLine, LogHeader } from '../../fixtures/formats/exchange-log.ts';
import type { Place } from './line-queue.ts';
import { LineQueue } from './line-queue.ts';

/** Bytes that may wait for the disk before senders are held back. */
const HIGH_WATER = 8 * 1024 * 1024;
/** How long lines are gathered for one write: what a kill may cost at most. */
const GATHER_MS = 10;
/** How often waiting lines are looked at again when nothing else happens. */
const LOOK_AGAIN_MS = 100;

/** Line ends to some readers of lines, though not to JSON. */
const LINE_SEPARATORS = /[\u2028\u2029]/g;

/** What happens as it happens: one line of JSON each, in order, in a file that only its owner can read. */
export interface LogWriter {
  /** Takes the next place in the order of observation, now. */
  place(exchange: number): Place;
  /** Puts the line of a place. */
  put(place: Place, line: HappeningLine): void;
  /** Resolves when the disk has caught up; `undefined` while it keeps up. */
  room(): Promise<void> | undefined;
  /** A file beside the log for one large body: `name` as the log refers to it. */
  sideFile(label: string): Promise<{ readonly name: string; readonly file: FileHandle }>;
  /** Writes what is left and closes. */
  close(): Promise<void>;
}

/**
 * Opens the log and writes its header; a file that was there is replaced. Rejects with node's error where the path cannot be written.
 * `failed` hears of the first write that fails later on (a full disk): from then on nothing more is written, and traffic goes on.
 */
export async function openLog(path: string, header: Omit<LogHeader, 'startedAt'>, failed: (error: Error) => void): Promise<LogWriter> {
  const file = await open(path, 'w', 0o600);
  await file.chmod(0o600);
  const folder = `${basename(path)}.bodies`;
  await rm(join(dirname(path), folder), { recursive: true, force: true });
  const writer = new FileLogWriter(file, join(dirname(path)), folder, failed);
  writer.begin(header);
  return writer;
}

class FileLogWriter implements LogWriter {
  readonly #file: FileHandle;
  readonly #root: string;
  readonly #folder: string;
  readonly #failed: (error: Error) => void;
  readonly #queue = new LineQueue();
  readonly #origin = performance.now();
  #n = 0;
  #text: string[] = [];
  #waiting = 0;
  #writing: Promise<void> | undefined;
  #scheduled: NodeJS.Timeout | undefined;
  #broken = false;
  readonly #lookAgain: NodeJS.Timeout;

  constructor(file: FileHandle, root: string, folder: string, failed: (error: Error) => void) {
    this.#file = file;
    this.#root = root;
    this.#folder = folder;
    this.#failed = failed;
    this.#lookAgain = setInterval(() => this.#schedule(), LOOK_AGAIN_MS);
    this.#lookAgain.unref();
  }

  begin(header: Omit<LogHeader, 'startedAt'>): void {
    const { kind, format, tool, ...rest } = header;
    this.#append({ kind, format, tool, startedAt: new Date().toISOString(), ...rest });
    this.#schedule();
  }

  place(exchange: number): Place {
    this.#n += 1;
    const place: Place = { n: this.#n, t: this.#now(), exchange, line: undefined };
    this.#queue.push(place);
    return place;
  }

  put(place: Place, line: HappeningLine): void {
    place.line = line;
    this.#schedule();
  }

  room(): Promise<void> | undefined {
    return this.#waiting > HIGH_WATER ? this.#writing : undefined;
  }

  async sideFile(label: string): Promise<{ readonly name: string; readonly file: FileHandle }> {
    const folder = join(this.#root, this.#folder);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return { name: `${this.#folder}/${label}`, file: await open(join(folder, label), 'w', 0o600) };
  }

  async close(): Promise<void> {
    clearInterval(this.#lookAgain);
    clearTimeout(this.#scheduled);
    while (this.#writing !== undefined) await this.#writing;
    for (const line of this.#queue.take(Number.POSITIVE_INFINITY)) this.#append(line);
    await this.#write();
    await this.#file.close();
  }

  #now(): number {
    return Math.round((performance.now() - this.#origin) * 1000) / 1000;
  }

  #append(line: HappeningLine | LogHeader): void {
    const text = `${JSON.stringify(line).replace(LINE_SEPARATORS, escaped)}\n`;
    this.#text.push(text);
    this.#waiting += text.length;
  }

  /** One write for all that a few milliseconds bring. */
  #schedule(): void {
    if (this.#scheduled !== undefined || this.#writing !== undefined || (this.#queue.isEmpty && this.#text.length === 0)) return;
    this.#scheduled = setTimeout(() => {
      this.#scheduled = undefined;
      for (const line of this.#queue.take(this.#now())) this.#append(line);
      if (this.#text.length === 0) return;
      this.#writing = this.#write().finally(() => {
        this.#writing = undefined;
        this.#schedule();
      });
    }, GATHER_MS);
  }

  async #write(): Promise<void> {
    const text = this.#text.join('');
    this.#text = [];
    if (text !== '' && !this.#broken) {
      try {
        await this.#file.appendFile(text);
      } catch (error) {
        this.#broken = true;
        this.#failed(error as Error);
      }
    }
    this.#waiting -= text.length;
  }
}

function escaped(separator: string): string {
  return `\\u${separator.charCodeAt(0).toString(16)}`;
}
