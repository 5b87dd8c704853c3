import { open, readFile, rename, rm } from 'node:fs/promises';
import type { Entry, Range } from './store.ts';
import { SnapshotError, cannotWrite, said } from './snapshot-error.ts';

/** Converts values to and from the text of a snapshot. */
export interface SnapshotCodec<Value> {
  /** JSON, without line breaks. */
  readonly encode: (value: Value) => string;
  /** Throws if the text is no value. */
  readonly decode: (text: string) => Value;
}

/** The contents of a snapshot. */
export interface Snapshot<Value> extends Range<Value> {
  /** Server time of the snapshot in milliseconds since the epoch; absent in older snapshots. */
  readonly time?: number;
}

const FORMAT = 'plumbline-snapshot';
const VERSION = 1;

/**
 * Writes the current entries of a store to a temporary file, then renames it, so that the file is always complete.
 * Rejects with `SnapshotError`.
 *
 * A worked example, of a store at revision 7 with one entry, as JSON Lines:
 *
 *     {"format":"plumbline-snapshot","version":1,"revision":7,"entries":1,"time":"2017-08-01T12:00:00.000Z"}
 *     {"key":"/ConfigMap/a/x/","revision":5,"value":{"kind":"ConfigMap", ...}}
 */
export async function writeSnapshot<Value>(
  path: string,
  { entries, revision, time }: Snapshot<Value>,
  { encode }: SnapshotCodec<Value>,
): Promise<void> {
  const beside = `${path}.${process.pid}.partial`;
  const head = JSON.stringify({
    format: FORMAT,
    version: VERSION,
    revision,
    entries: entries.length,
    ...(time === undefined ? {} : { time: new Date(time).toISOString() }),
  });
  const lines = entries.map(
    (entry) => `{"key":${JSON.stringify(entry.key)},"revision":${entry.revision},"value":${encode(entry.value)}}`,
  );
  try {
    const file = await open(beside, 'w');
    try {
      await file.writeFile([head, ...lines, ''].join('\n'));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw cannotWrite(path, error);
  }
}

/**
 * The contents of a snapshot; `undefined` if the file does not exist. Rejects with a `SnapshotError` that names the
 * line.
 */
export async function readSnapshot<Value>(
  path: string,
  codec: SnapshotCodec<Value>,
): Promise<Snapshot<Value> | undefined> {
  const text = await reading(path, () => readFile(path, 'utf8'));
  if (text === undefined) return undefined;
  const [head = '', ...lines] = text.split('\n').filter((line) => line !== '');
  const { entries: count, ...rest } = at(path, 1, () => headOf(head));
  if (lines.length !== count)
    throw new SnapshotError(
      `the snapshot ${path} has ${lines.length} entries, and its first line says ${count}: it is incomplete`,
    );
  const entries = lines.map((line, index) => at(path, index + 2, () => entryOf(line, rest.revision, codec)));
  return { entries, ...rest };
}

/**
 * Server time at which a snapshot was written; `undefined` if the file does not exist or has no time. Rejects with
 * `SnapshotError`.
 */
export async function timeOfSnapshot(path: string): Promise<number | undefined> {
  const beginning = await reading(path, () => beginningOf(path));
  return beginning === undefined ? undefined : at(path, 1, () => headOf(beginning.split('\n')[0] ?? '')).time;
}

/** More bytes than the first line of a snapshot needs. */
const HEAD_BYTES = 1024;

async function beginningOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES) });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Reads a file; `undefined` if it does not exist. Rejects with `SnapshotError`. */
async function reading(path: string, read: () => Promise<string>): Promise<string | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new SnapshotError(`cannot read the snapshot ${path}: ${said(error)}`);
  }
}

interface SnapshotHead {
  readonly revision: number;
  readonly entries: number;
  readonly time?: number;
}

function headOf(line: string): SnapshotHead {
  const { format, version, revision, entries, time } = membersOf(line);
  if (format !== FORMAT || version !== VERSION)
    throw new RangeError(`expected a snapshot ("format":"${FORMAT}","version":${VERSION})`);
  if (!isCount(revision) || !isCount(entries)) throw new RangeError('expected whole numbers as revision and entries');
  if (time === undefined) return { revision, entries };
  if (typeof time !== 'string' || Number.isNaN(Date.parse(time)))
    throw new RangeError('expected a time such as 2017-08-01T12:00:00.000Z');
  return { revision, entries, time: Date.parse(time) };
}

function entryOf<Value>(line: string, latest: number, { decode }: SnapshotCodec<Value>): Entry<Value> {
  const { key, revision, value } = membersOf(line);
  if (typeof key !== 'string' || !key.startsWith('/')) throw new RangeError('expected a key that starts with "/"');
  if (!isCount(revision) || revision > latest) throw new RangeError(`expected a revision up to ${latest}`);
  return { key, revision, value: decode(JSON.stringify(value)) };
}

function membersOf(line: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(line);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RangeError('expected a JSON object');
  return value as Readonly<Record<string, unknown>>;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function at<T>(path: string, line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new SnapshotError(`the snapshot ${path} cannot be read, line ${line}: ${said(error)}`);
  }
}
