import { access, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { LogExistsError } from '../record/log-exists-error.ts';

/** Writes a file that only its owner can read, under its name only when it is whole. Rejects with a `LogExistsError` where something has the name, with node's error where it cannot be written. */
export async function writeWhole(path: string, parts: AsyncIterable<string | Buffer>): Promise<void> {
  const there = await access(path).then(() => true, () => false);
  if (there) throw new LogExistsError(`${path} is there already; give another name, or remove it`);
  const unfinished = join(dirname(path), `.${basename(path)}.unfinished`);
  const file = await open(unfinished, 'w', 0o600);
  try {
    for await (const chunk of gathered(parts)) await file.appendFile(chunk);
    await file.close();
    await rename(unfinished, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** How much is written at once. */
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
