import { rename, rm, stat, writeFile } from 'node:fs/promises';

/** Replaces a file by a text, atomically. A pipe or device is written to. Rejects with node's error. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isFile() === false) return writeFile(path, text);
  const draft = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(draft, text);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}
