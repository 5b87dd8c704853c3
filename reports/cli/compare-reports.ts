import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { assertMayWrite } from '../../shared/files/output-file.ts';
import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import { readReport } from '../read/read-report.ts';
import { VerdictLogError } from '../tally/verdict-log-error.ts';
import { comparisonPage } from '../render/html/comparison-page.ts';
import { changeLine, comparison } from '../render/terminal/comparison.ts';
import type { Paint } from '../render/terminal/paint.ts';
import { compare } from '../tally/compare.ts';
import { cannotWrite } from './reporters.ts';

export interface CompareFlags {
  /** Path of the page. */
  readonly html?: string;
  readonly overwrite?: true;
}

export interface ReportComparison {
  readonly text: string;
  /** Whether a result got worse between the first report and the last. */
  readonly hasWorse: boolean;
}

const HINT = 'a page of this comparison: add --html FILE';

/**
 * Compares each report with the one before it and, if there are more than two, the first with the last; writes the page
 * if `--html` names one, and else mentions it.
 */
export async function compareReports(
  files: readonly string[],
  flags: CompareFlags,
  paint: Paint,
): Promise<ReportComparison> {
  await checkPage(files, flags);
  const reports = await Promise.all(files.map(readReport));
  const [first, last] = [reports[0], reports.at(-1)] as [Report, Report];
  const overall = compare(first, last);
  const steps = reports.slice(1).map((after, index) => {
    const before = reports[index] as Report;
    return comparison(before, after, compare(before, after), paint);
  });
  const whole = reports.length > 2 ? [`first to last: ${changeLine(first, last, overall, paint)}`] : [];
  const page = flags.html === undefined ? paint.dim(HINT) : await writePage(flags.html, reports);
  return {
    text: [...steps, ...whole, page].join('\n\n'),
    hasWorse: overall.some(({ kind }) => kind === 'worse'),
  };
}

/** Rejects before anything is read if the page cannot be written there. */
async function checkPage(files: readonly string[], { html, overwrite }: CompareFlags): Promise<void> {
  if (html === undefined && overwrite === true)
    throw new VerdictLogError('--overwrite: no file to replace is named. Give --html FILE with it.');
  if (html === undefined) return;
  if (files.some((file) => resolve(file) === resolve(html)))
    throw new VerdictLogError(`--html: ${html} is one of the reports to read. Give another path.`);
  await assertMayWrite('--html', html, overwrite === true);
}

async function writePage(path: string, reports: readonly Report[]): Promise<string> {
  await writeFile(path, comparisonPage(reports)).catch((error: unknown) => {
    throw cannotWrite('--html', path, error);
  });
  return `page: ${path}`;
}
