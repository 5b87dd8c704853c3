import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parsedJson } from '../../../shared/json.ts';
import { whyUnreadable } from '../../../shared/files/why-unreadable.ts';
import type { Report } from '../../../shared/verdict-log/verdict-log.ts';
import type { SavedCase } from '../../engine/run-config.ts';
import type { Rule } from '../../rules/rule.ts';
import type { ConformanceFlags } from '../settings/flags.ts';
import { readSavedCase } from './saved-case.ts';
import { UsageError } from '../settings/usage-error.ts';

/** Saved cases that a run sends instead of generated ones. */
export interface ReplayedCases {
  /** Files and folders, as `--replay` takes them. */
  readonly paths: readonly string[];
  readonly cases: readonly SavedCase[];
}

/**
 * The cases that `--replay` or `--last-failed` names; `undefined` without either. Throws a `UsageError` that names the
 * first file that is no saved case.
 */
export async function replayedCases(
  flags: Pick<ConformanceFlags, 'replay' | 'lastFailed' | 'reportDir'>,
  rules: readonly Rule[],
): Promise<ReplayedCases | undefined> {
  if (flags.lastFailed === true) return readCases('--last-failed', await lastFailed(flags.reportDir), rules);
  return flags.replay === undefined ? undefined : readCases('--replay', flags.replay, rules);
}

async function readCases(flag: string, paths: readonly string[], rules: readonly Rule[]): Promise<ReplayedCases> {
  const files = new Set<string>();
  for (const path of paths) for (const file of await casesIn(flag, path)) files.add(file);
  const cases: SavedCase[] = [];
  for (const file of files) cases.push(await readSavedCase(flag, file, rules));
  return { paths, cases };
}

/** The `.json` files of a folder, by name; for a file, the file itself. */
async function casesIn(flag: string, path: string): Promise<string[]> {
  const names = await readdir(path).catch(() => undefined);
  if (names === undefined) return [path];
  const cases = names.filter((name) => name.endsWith('.json')).toSorted();
  if (cases.length === 0)
    throw new UsageError(
      `${flag}: ${path} holds no case (*.json). Give the cases/ folder of a report directory, or files.`,
    );
  return cases.map((name) => join(path, name));
}

/** The saved cases of the failures in the report of this folder. */
async function lastFailed(directory: string): Promise<string[]> {
  const file = join(directory, 'report.json');
  const { rules } = await reportIn(file);
  const files = rules.flatMap(({ operations, violations }) => {
    const failed = new Set(operations.filter(({ verdict }) => verdict === 'failed').map(({ operation }) => operation));
    return violations.flatMap(({ operation, saved }) =>
      saved !== undefined && failed.has(operation) ? [join(directory, 'cases', basename(saved))] : [],
    );
  });
  if (files.length === 0)
    throw new UsageError(
      `--last-failed: ${file} names no saved case: nothing failed in that run, or it judged a recording. Run without --last-failed.`,
    );
  return files;
}

async function reportIn(file: string): Promise<Pick<Report, 'rules'>> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(
      `--last-failed: ${file}: ${whyUnreadable(error)}. Name the --report-dir of a run that wrote a report.json.`,
    );
  });
  const report = parsedJson(text) as Partial<Report> | undefined;
  if (Array.isArray(report?.rules)) return { rules: report.rules as Report['rules'] };
  throw new UsageError(`--last-failed: ${file} is no report. Run once without --last-failed.`);
}
