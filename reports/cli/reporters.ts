import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeReportFolder } from '../../shared/verdict-log/report-folder.ts';
import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import { VerdictLogError } from '../tally/verdict-log-error.ts';
import { badgeJson, badgeSvg } from '../render/badge.ts';
import { annotations } from '../render/github.ts';
import { page } from '../render/html/page.ts';
import { junit } from '../render/junit.ts';
import { markdown } from '../render/markdown.ts';
import { sarif } from '../render/sarif.ts';

type Render = (report: Report) => string;

/** By the reporter's name: its files and their renderers. */
const FILES: Readonly<Record<string, Readonly<Record<string, Render>>>> = {
  json: { 'report.json': (report) => `${JSON.stringify(report, null, 2)}\n` },
  junit: { 'junit.xml': junit },
  html: { 'report.html': page },
  markdown: { 'report.md': markdown },
  sarif: { 'report.sarif': sarif },
  badge: { 'badge.svg': badgeSvg, 'badge.json': badgeJson },
};

/** All reporters, and the default ones. */
export const REPORTERS: readonly string[] = ['terminal', ...Object.keys(FILES), 'github'];
export const USUAL_REPORTERS: readonly string[] = ['terminal', 'json', 'junit', 'html'];

/**
 * Writes the files of these reporters into a folder, which is created if missing. Throws a `VerdictLogError` if that
 * fails.
 */
export async function writeReports(
  flag: string,
  directory: string,
  reporters: readonly string[],
  report: Report,
): Promise<void> {
  try {
    await makeReportFolder(directory);
    for (const reporter of reporters) {
      for (const [name, render] of Object.entries(FILES[reporter] ?? {}))
        await writeFile(join(directory, name), render(report));
    }
  } catch (error) {
    throw cannotWrite(flag, directory, error);
  }
}

/** Prints annotations, and adds the report to the job's summary if GitHub provides a file for it. */
export async function annotateGithubJob(report: Report): Promise<void> {
  process.stdout.write(annotations(report));
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (summary === undefined || summary === '') return;
  await appendFile(summary, markdown(report)).catch((error: unknown) => {
    throw cannotWrite('GITHUB_STEP_SUMMARY', summary, error);
  });
}

/** One line about an unwritable path. */
export function cannotWrite(flag: string, path: string, error: unknown): VerdictLogError {
  return new VerdictLogError(
    `${flag}: ${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)})`,
    { cause: error },
  );
}
