import { readFile } from 'node:fs/promises';
import type { Report } from '../../fixtures/formats/verdict-log.ts';
import { fold } from '../tally/fold.ts';
import { withVerdicts } from './former-verdict.ts';
import { verdictLine } from './verdict-line.ts';
import { VerdictLogError } from './verdict-log-error.ts';

/** The report in a `report.json`, or folded from a `verdicts.jsonl`. Throws a `VerdictLogError`. */
export async function readReport(path: string): Promise<Report> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new VerdictLogError(
      `${path} cannot be read (${error.code ?? error.message}); give a report.json or a verdicts.jsonl`,
    );
  });
  try {
    return isWhole(text) ? whole(text) : fold(linesOf(text).map((line, index) => verdictLine(line, index + 1)));
  } catch (error) {
    if (error instanceof VerdictLogError) throw new VerdictLogError(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** A report is one document; a log begins with a whole line. */
function isWhole(text: string): boolean {
  return !/^\{"kind":"run".*\}\n/.test(text);
}

function whole(text: string): Report {
  const report = parsed(text) as Partial<Report> | undefined;
  if (report?.schemaVersion !== 1 || !Array.isArray(report.rules) || !Array.isArray(report.operations)) {
    throw new VerdictLogError('neither a report (schemaVersion 1) nor a verdict log');
  }
  return withVerdicts(report as Report);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
