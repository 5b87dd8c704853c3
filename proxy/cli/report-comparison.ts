import { existsSync } from 'node:fs';
import { createColors } from 'picocolors';
import { hasColours, terminalColumns } from '../../shared/process/terminal-columns.ts';
import type { ExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import { type AcceptedCause, readAccepted, updateAccepted } from '../diff/causes/accepted-differences.ts';
import { type DifferenceReport, reportOf, unaccepted } from '../diff/report/difference-report.ts';
import { hiddenBy } from '../mutation-score/score.ts';
import { readNoiseRules } from '../diff/causes/noise-rules.ts';
import { type ComparisonLook, renderJson, renderMarkdown, renderText } from '../diff/report/render-comparison.ts';
import { renderHtml } from '../diff/report/render-html.ts';
import { exchangesOf } from '../log/logged-exchange.ts';
import { replaceFile } from '../log/replace-file.ts';
import type { ComparisonSession } from '../replay/comparison-session.ts';
import { withReproductions } from '../replay/reproduce.ts';
import type { ComparisonFlags } from './comparison-flags.ts';
import { print, printError } from './print.ts';
import { runProgram } from '../programs/run-process.ts';
import { UsageError } from '../log/usage-error.ts';

/** The rules and the baseline of a comparison, read before anything is sent, so a broken file is reported at once. */
export interface Criteria {
  readonly rules: Awaited<ReturnType<typeof readNoiseRules>>;
  readonly accepted: readonly AcceptedCause[];
}

/** Reads the files that the flags name. Rejects with a `RulesFileError`. */
export async function readCriteria({ rules, baseline }: ComparisonFlags): Promise<Criteria> {
  return {
    rules: rules === undefined ? [] : await readNoiseRules(rules),
    accepted: baseline === undefined || !existsSync(baseline) ? [] : await readAccepted(baseline),
  };
}

/** Judges a comparison, prints it, writes the files of the flags, and resolves with the exit code: 0 or 1. */
export async function reportComparison(
  session: ComparisonSession,
  log: ExchangeLog,
  flags: ComparisonFlags,
  { rules, accepted }: Criteria,
): Promise<0 | 1> {
  const { expected, actual, comparison, skipped } = session;
  const noise = flags.learnNoise === true ? await session.noise() : [];
  const requests = exchangesOf(log.lines).map(({ request }) => `${request.method} ${request.target}`);
  const found = reportOf(comparison, {
    expected,
    actual,
    skipped,
    requests,
    rules,
    hidden: rules.length === 0 ? [] : await hiddenBy(rules, log),
    noise,
    accepted: flags.updateBaseline === true ? [] : accepted,
  });
  const judge = async (recording: string, folder: string): Promise<void> => {
    await runProgram('suites/cli/quick-check.mjs', [recording, '--report-dir', folder], 'ignore');
  };
  const report =
    flags.minimise === undefined
      ? found
      : await withReproductions(found, session, { log, folder: flags.minimise, judge });
  await write(report, flags);
  if (flags.updateBaseline === true && flags.baseline !== undefined) {
    const { added, removed, kept } = await updateAccepted(flags.baseline, report.causes);
    printError(`${flags.baseline}: ${added} causes added, ${removed - kept} taken out, ${kept} kept`);
    return 0;
  }
  return unaccepted(report).length === 0 ? 0 : 1;
}

async function write(report: DifferenceReport, flags: ComparisonFlags): Promise<void> {
  const page = flags.html === undefined ? {} : { page: flags.html };
  print(flags.json === '-' ? renderJson(report) : renderText(report, { look: lookOfOutput(), ...page }));
  if (flags.json !== undefined && flags.json !== '-') await save('--json', flags.json, `${renderJson(report)}\n`);
  if (flags.markdown !== undefined) await save('--markdown', flags.markdown, renderMarkdown(report));
  if (flags.html !== undefined) await save('--html', flags.html, renderHtml(report));
}

function lookOfOutput(): ComparisonLook {
  const { red, green, bold, dim } = createColors(hasColours());
  const columns = terminalColumns();
  return { head: red, good: green, title: bold, name: dim, dim, ...(columns === undefined ? {} : { columns }) };
}

async function save(flag: string, path: string, text: string): Promise<void> {
  try {
    await replaceFile(path, text);
  } catch (error) {
    throw new UsageError(`${flag}: cannot write ${path}: ${(error as Error).message}`);
  }
}
