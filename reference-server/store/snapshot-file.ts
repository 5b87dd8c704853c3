import { open, readFile, rename, rm } from 'node:fs/promises';
import type { Entry, Range } from './store.ts';
import { SnapshotError, cannotWrite, said } from './snapshot-error.ts';

/** How a value stands in a snapshot. */
export interface SnapshotCodec<Value> {
  /** JSON, without line breaks. */
  readonly encode: (value: Value) => string;
  /** Throws where the text is no value. */
  readonly decode: (text: string) => Value;
}

const FORMAT = 'plumbline-snapshot';
const VERSION = 1;

/**
 * Writes the current entries of a store to a file: beside it first, then in its place, so that there is always a whole one. Rejects with
 * `SnapshotError`.
 *
 * A worked example, of a store at revision 7 with one entry, as JSON Lines:
 *
 *     {"format":"plumbline-snapshot","version":1,"revision":7,"entries":1}
 *     {"key":"/ConfigMap/a/x/","revision":5,"value":{"kind":"ConfigMap", ...}}
 */
export async function writeSnapshot<Value>(path: string, { entries, revision }: Range<Value>, { encode }: SnapshotCodec<Value>): Promise<void> {
  const beside = `${path}.${process.pid}.partial`;
  const head = JSON.stringify({ format: FORMAT, version: VERSION, revision, entries: entries.length });
  const lines = entries.map((entry) => `{"key":${JSON.stringify(entry.key)},"revision":${entry.revision},"value":${encode(entry.value)}}`);
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

/** The entries of a snapshot; `undefined` where there is no such file. Rejects with `SnapshotError` that names the line. */
export async function readSnapshot<Value>(path: string, codec: SnapshotCodec<Value>): Promise<Range<Value> | undefined> {
  const text = await textOf(path);
  if (text === undefined) return undefined;
  const [head = '', ...lines] = text.split('\n').filter((line) => line !== '');
  const { revision, entries: count } = at(path, 1, () => headOf(head));
  if (lines.length !== count) throw new SnapshotError(`the snapshot ${path} has ${lines.length} entries, and its first line says ${count}: it is not whole`);
  const entries = lines.map((line, index) => at(path, index + 2, () => entryOf(line, revision, codec)));
  return { entries, revision };
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new SnapshotError(`cannot read the snapshot ${path}: ${said(error)}`);
  }
}

interface Head {
  readonly revision: number;
  readonly entries: number;
}

function headOf(line: string): Head {
  const { format, version, revision, entries } = membersOf(line);
  if (format !== FORMAT || version !== VERSION) throw new RangeError(`expected a snapshot ("format":"${FORMAT}","version":${VERSION})`);
  if (!isCount(revision) || !isCount(entries)) throw new RangeError('expected whole numbers as revision and entries');
  return { revision, entries };
}

function entryOf<Value>(line: string, latest: number, { decode }: SnapshotCodec<Value>): Entry<Value> {
  const { key, revision, value } = membersOf(line);
  if (typeof key !== 'string' || !key.startsWith('/')) throw new RangeError('expected a key that starts with "/"');
  if (!isCount(revision) || revision > latest) throw new RangeError(`expected a revision up to ${latest}`);
  return { key, revision, value: decode(JSON.stringify(value)) };
}

function membersOf(line: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(line);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new RangeError('expected a JSON object');
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
