import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Cause } from '../causes/cause.ts';
import { isScript, scriptOf } from './script-of.ts';

/** Writes the script of each cause beside its saved case. Rejects with the error of the file system. */
export async function writeScripts(causes: readonly Cause[]): Promise<void> {
  for (const script of causes.map(scriptOf)) {
    if (!isScript(script)) continue;
    await mkdir(dirname(script.path), { recursive: true });
    await writeFile(script.path, script.text, { mode: 0o755 });
  }
}
