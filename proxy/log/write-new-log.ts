import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { GapLine, HappeningLine, LogHeader, LoggedBody } from '../../shared/exchange-log/exchange-log.ts';
import { bodyBytes } from '../../shared/exchange-log/body-bytes.ts';
import { withoutLineSeparators } from './without-line-separators.ts';
import { writeWhole } from './write-whole.ts';

/** Lines in whatever way they come. */
export type NewLines = AsyncIterable<HappeningLine | GapLine> | Iterable<HappeningLine | GapLine>;

/**
 * Writes a derived log, private to its owner. It gets its name only when it is whole, and then replaces a log with
 * that name and its body files. `bodiesFrom` is the log with the body files of the lines, which are copied. Rejects
 * with node's error if the path cannot be written, with an `ExchangeLogError` if a body file has changed.
 */
export async function writeNewLog(
  path: string,
  header: LogHeader,
  lines: NewLines,
  bodiesFrom?: string,
): Promise<void> {
  const copied = new CopiedBodies(path);
  try {
    await writeWhole(
      path,
      textOf(header, lines, bodiesFrom === undefined ? undefined : (body) => copied.add(body, bodiesFrom)),
    );
    await copied.keep();
  } catch (error) {
    await copied.drop();
    throw error;
  }
}

type CarryBody = (body: FileBody) => Promise<FileBody>;
type FileBody = Extract<LoggedBody, { readonly file: string }>;

async function* textOf(header: LogHeader, lines: NewLines, carry: CarryBody | undefined): AsyncGenerator<string> {
  yield lineOf(header);
  for await (const line of lines) yield lineOf(carry === undefined ? line : await carried(line, carry));
}

function lineOf(line: LogHeader | HappeningLine | GapLine): string {
  return `${withoutLineSeparators(JSON.stringify(line))}\n`;
}

async function carried(line: HappeningLine | GapLine, carry: CarryBody): Promise<HappeningLine | GapLine> {
  if (!('body' in line) || line.body === undefined || !('file' in line.body)) return line;
  return { ...line, body: await carry(line.body) };
}

/**
 * The body files of a new log. Their folder gets its name when the log is whole, so a failed write leaves an earlier
 * log unchanged.
 */
class CopiedBodies {
  readonly #folder: string;
  readonly #unfinished: string;
  #copied = false;

  constructor(logPath: string) {
    this.#folder = `${logPath}.bodies`;
    this.#unfinished = join(dirname(logPath), `.${basename(this.#folder)}.unfinished`);
  }

  /** Copies a body file of the log at `from`. Resolves with the reference for the new log. */
  async add(body: FileBody, from: string): Promise<FileBody> {
    await bodyBytes(from, body);
    await mkdir(this.#unfinished, { recursive: true, mode: 0o700 });
    this.#copied = true;
    await copyFile(join(dirname(from), body.file), join(this.#unfinished, body.sha256));
    return { ...body, file: `${basename(this.#folder)}/${body.sha256}` };
  }

  async keep(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    if (this.#copied) await rename(this.#unfinished, this.#folder);
  }

  async drop(): Promise<void> {
    await rm(this.#unfinished, { recursive: true, force: true });
  }
}
