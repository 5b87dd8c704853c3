import { readFile } from 'node:fs/promises';
import { parsedJson } from '../../shared/json.ts';
import { type Report, REPORT_SCHEMA_VERSION, type ReportedRule } from '../../shared/verdict-log/verdict-log.ts';
import { reportedCauses } from '../tally/reported-causes.ts';
import { fold } from '../tally/fold.ts';
import { withVerdicts } from './former-verdict.ts';
import { verdictLine } from './verdict-line.ts';
import { VerdictLogError } from '../tally/verdict-log-error.ts';

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

/** Whether the text is one document; a log begins with a whole line instead. */
function isWhole(text: string): boolean {
  return !/^\{"kind":"run".*\}\n/.test(text);
}

/** A report of any release up to this one. Version 1 has no causes, so they are computed. */
function whole(text: string): Report {
  const report = parsedJson(text) as Partial<FormerReport> | null | undefined;
  if (!Number.isInteger(report?.schemaVersion) || !areRules(report?.rules) || !Array.isArray(report?.operations))
    throw new VerdictLogError(`neither a report (schemaVersion 1 to ${REPORT_SCHEMA_VERSION}) nor a verdict log`);
  const former = report as FormerReport;
  if (former.schemaVersion > REPORT_SCHEMA_VERSION)
    throw new VerdictLogError(
      `schemaVersion ${former.schemaVersion} is newer than ${REPORT_SCHEMA_VERSION}, which this version reads; read it with the Plumbline that wrote it${former.plumbline === undefined ? '' : ` (${former.plumbline})`}`,
    );
  const current = withVerdicts({ ...former, causes: former.causes ?? [], schemaVersion: REPORT_SCHEMA_VERSION });
  return former.causes === undefined ? { ...current, causes: reportedCauses(current.rules) } : current;
}

/** A report of any release. */
type FormerReport = Omit<Report, 'schemaVersion' | 'causes'> & {
  readonly schemaVersion: number;
  readonly causes?: Report['causes'];
};

function areRules(rules: unknown): rules is Report['rules'] {
  return Array.isArray(rules) && rules.every(isRule);
}

function isRule(value: unknown): value is ReportedRule {
  const rule = value as Partial<ReportedRule> | null;
  return typeof rule?.id === 'string' && Array.isArray(rule.operations) && Array.isArray(rule.violations);
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
