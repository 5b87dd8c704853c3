import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { shellWord } from '../../shared/process/shell-word.ts';
import type { Violation } from '../../shared/verdict-log/verdict-log.ts';
import type { NamedReport } from '../tally/merge.ts';

/** A file and the place to which it is copied. */
export interface Copy {
  readonly from: string;
  readonly to: string;
}

/** A report of a shard whose saved cases are those of the merged report. */
export interface MovedReport extends NamedReport {
  readonly copies: readonly Copy[];
}

/**
 * The report of a shard as a part of the report in `directory`: its saved cases, which are beside its file, belong
 * there. A case whose file is missing keeps its path.
 */
export function movedTo(directory: string, { file, report }: NamedReport): MovedReport {
  const copies: Copy[] = [];
  const moved = <T extends Pick<Violation, 'saved' | 'replay'>>(violation: T): T => {
    const { saved, replay } = violation;
    if (saved === undefined) return violation;
    const [from, to] = [dirname(file), directory].map((folder) => join(folder, 'cases', basename(saved)));
    if (from === undefined || to === undefined || !existsSync(from)) return violation;
    if (from !== to) copies.push({ from, to });
    return { ...violation, saved: to, replay: replay.replace(shellWord(saved), () => shellWord(to)) };
  };
  const rules = report.rules.map((rule) => ({ ...rule, violations: rule.violations.map(moved) }));
  return { file, report: { ...report, rules }, copies };
}

/** Copies the files, and makes the folders. Rejects with the error of the file system. */
export async function copyAll(copies: readonly Copy[]): Promise<void> {
  for (const { from, to } of copies) {
    await mkdir(dirname(to), { recursive: true });
    await copyFile(from, to);
  }
}
