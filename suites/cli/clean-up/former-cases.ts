import type { Dirent } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The name of a saved case, or of its script: `replace--stale-version-is-refused-2a5f40e63c8a-01c5a4.sh`. */
const GENERATED = /^[a-z\d-]+--[a-z\d-]+-[\da-f]{12}-[\da-f]{6}\.(json|sh)$/;

/**
 * Removes the cases and scripts of earlier runs from a report folder, before the reports write the scripts of this run.
 * `saved` are the cases of this run. Files with other names, folders and links stay. Rejects with the error of the file
 * system.
 */
export async function removeFormerCases(reportFolder: string, saved: Iterable<string>): Promise<void> {
  const kept = new Set([...saved].map((path) => basename(path)));
  const folder = join(reportFolder, 'cases');
  for (const entry of await entriesOf(folder)) {
    const { name } = entry;
    if (entry.isFile() && GENERATED.test(name) && !kept.has(name)) await rm(join(folder, name), { force: true });
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
