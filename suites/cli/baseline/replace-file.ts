import { rename, rm, writeFile } from 'node:fs/promises';
import { UsageError } from '../settings/usage-error.ts';

/**
 * Replaces a file atomically: a reader sees the old text or the new one. Throws a `UsageError` that names `flag` if
 * the file cannot be written.
 */
export async function replaceFile(flag: string, file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.draft`;
  try {
    await writeFile(draft, text);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw new UsageError(
      `${flag}: ${file} cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)}). Give a path in a folder that exists and is writable.`,
      { cause: error },
    );
  }
}
