import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { shellWord } from '../../shared/process/shell-word.ts';
import type { Report, Violation } from '../../shared/verdict-log/verdict-log.ts';
import type { Cause } from '../causes/cause.ts';
import { causesOf } from '../causes/causes-of.ts';
import { writeScripts } from '../script/write-scripts.ts';
import type { NamedReport } from '../tally/merge.ts';

/** A file and the place to which it is copied. */
interface Copy {
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
    const from = join(dirname(file), 'cases', basename(saved));
    const to = join(directory, 'cases', basename(saved));
    if (!existsSync(from)) return violation;
    if (from !== to) copies.push({ from, to });
    return { ...violation, saved: to, replay: replay.replace(shellWord(saved), () => shellWord(to)) };
  };
  const rules = report.rules.map((rule) => ({ ...rule, violations: rule.violations.map(moved) }));
  return { file, report: { ...report, rules }, copies };
}

/**
 * Writes the saved cases of a merged report, and the scripts beside them. Other cases are on the machines of their
 * shards. Rejects with the error of the file system.
 */
export async function writeShardCases(
  directory: string,
  shards: readonly MovedReport[],
  merged: Report,
): Promise<void> {
  for (const { from, to } of shards.flatMap(({ copies }) => copies)) {
    await mkdir(dirname(to), { recursive: true });
    await copyFile(from, to);
  }
  const folder = join(directory, 'cases');
  const isHere = ({ lead: { violations } }: Cause): boolean => dirname(violations[0].saved ?? '') === folder;
  await writeScripts(causesOf(merged).filter(isHere));
}
