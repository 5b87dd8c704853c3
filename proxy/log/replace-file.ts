import { rename, rm, stat, writeFile } from 'node:fs/promises';

/** Writes a text under a name, in place of the file that has it: all of it or nothing. What is no file, such as a pipe, is written to. Rejects with node's error. */
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
