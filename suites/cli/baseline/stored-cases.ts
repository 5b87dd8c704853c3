import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { NamedBaseline } from '../../../shared/verdict-log/verdict-log.ts';
import type { StoredCase } from '../../engine/run-config.ts';
import type { Rule } from '../../rules/rule.ts';
import { replaceFile } from './replace-file.ts';
import { formatSavedCase, readSavedCase } from './saved-case.ts';

/**
 * The folder with the cases of a baseline. Each case is a file, so `--replay` can send it and the baseline stays
 * readable.
 *
 *     ci/known.yaml   ->   ci/known.cases
 */
function casesFolder(file: string): string {
  return `${file.replace(/\.(json|ya?ml)$/i, '')}.cases`;
}

const MEND = "Restore the file, or take its name out of the entry's 'cases'.";

/** Reads every case that the entries name. Throws a `UsageError` for a case that cannot be used. */
export function readStoredCases({ file, entries }: NamedBaseline, rules: readonly Rule[]): Promise<StoredCase[]> {
  const names = new Set(entries.flatMap(({ cases = [] }) => cases));
  return Promise.all(
    [...names].map(async (name) => ({
      ...(await readSavedCase('--baseline', join(casesFolder(file), name), rules, MEND)),
      name,
    })),
  );
}

/** Writes new cases into the folder of a baseline. */
export async function writeStoredCases(file: string, cases: readonly StoredCase[]): Promise<void> {
  if (cases.length > 0) await mkdir(casesFolder(file), { recursive: true });
  await Promise.all(
    cases.map(({ name, ...saved }) =>
      replaceFile('--update-baseline', join(casesFolder(file), name), formatSavedCase(saved)),
    ),
  );
}

/** Removes cases that no entry names any more. */
export async function removeStoredCases(file: string, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => rm(join(casesFolder(file), name), { force: true })));
}
