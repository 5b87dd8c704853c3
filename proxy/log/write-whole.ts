import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file that only its owner can read. It gets its name only when it is whole, and then replaces a file with
 * that name. A pipe or device is written to. Rejects with node's error if the path cannot be written.
 */
export async function writeWhole(path: string, parts: AsyncIterable<string | Buffer>): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing !== undefined && !existing.isFile()) return writeInto(await open(path, 'w'), parts);
  const unfinished = join(dirname(path), `.${basename(path)}.unfinished`);
  const file = await open(unfinished, 'w', 0o600);
  try {
    await writeInto(file, parts);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Writes all parts and closes the file in any case. */
async function writeInto(file: FileHandle, parts: AsyncIterable<string | Buffer>): Promise<void> {
  try {
    for await (const chunk of gathered(parts)) await file.appendFile(chunk);
  } finally {
    await file.close();
  }
}

/** Bytes per write. */
const CHUNK_BYTES = 256 * 1024;

async function* gathered(parts: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    held.push(bytes);
    size += bytes.length;
    if (size < CHUNK_BYTES) continue;
    yield Buffer.concat(held);
    [held, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(held);
}
