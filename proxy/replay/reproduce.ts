import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HappeningLine } from '../../shared/exchange-log/exchange-log.ts';
import type { ExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import { redacting } from '../../shared/exchange-log/redaction.ts';
import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import { UsageError } from '../log/usage-error.ts';
import { signatureOf } from '../diff/causes/causes.ts';
import { dependenciesOf } from '../diff/programs/dependencies.ts';
import type { DifferenceReport, ReportedDifference, Reproduction } from '../diff/report/difference-report.ts';
import { minimised } from '../diff/programs/minimise.ts';
import { programOf } from '../diff/programs/program-of.ts';
import { redactedLines } from '../edit/redacted-lines.ts';
import { exchangesOf } from '../log/logged-exchange.ts';
import { writeNewLog } from '../log/write-new-log.ts';
import { writeLog } from '../record/write-log.ts';
import type { ComparisonSession } from './comparison-session.ts';

/** Further causes are reported without a reproduction. */
const MOST_CAUSES = 20;

/** The header of the recordings written here. */
const RECORDING_HEADER = { tool: 'plumbline proxy diff --minimise', upstream: '' };

/** Judges a recording by the suite, whose report goes to a folder. Resolves when the report is there. */
export type Judge = (recording: string, reportFolder: string) => Promise<void>;

/**
 * Finds for each cause that counts the smallest part of the recording that still shows it, and writes it into a
 * folder: as a recording and, if a rule of the suite fails for it, as cases for `pnpm conformance --replay`. Rejects
 * with a `UsageError` if the folder cannot be written.
 */
export async function withReproductions(
  report: DifferenceReport,
  session: ComparisonSession,
  { log, folder, judge }: { readonly log: ExchangeLog; readonly folder: string; readonly judge: Judge },
): Promise<DifferenceReport> {
  await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw new UsageError(`--minimise: cannot make ${folder}: ${error.message}`);
  });
  const causes: ReportedDifference[] = [];
  for (const cause of report.causes) {
    const wanted = cause.accepted === undefined && causes.length < MOST_CAUSES;
    const reproduction = wanted ? await reproductionOf(cause, session, { log, folder, judge }) : undefined;
    causes.push(reproduction === undefined ? cause : { ...cause, reproduction });
  }
  return { ...report, causes };
}

async function reproductionOf(
  cause: ReportedDifference,
  session: ComparisonSession,
  { log, folder, judge }: { readonly log: ExchangeLog; readonly folder: string; readonly judge: Judge },
): Promise<Reproduction | undefined> {
  const [first] = cause.differences;
  if (first === undefined || first.kind === 'extra-exchange') return undefined;
  const wanted = signatureOf(first);
  const exchanges = exchangesOf(log.lines);
  let said: readonly HappeningLine[] = [];
  const shows = async (part: ReadonlySet<number>): Promise<boolean> => {
    const attempt = await session.attempt(part);
    const shown = attempt.differences.some((difference) => signatureOf(difference) === wanted);
    if (shown) said = attempt.lines.map(inMemory);
    attempt.close();
    return shown;
  };
  const found = await minimised(
    exchanges.map(({ id }) => id),
    first.exchange,
    dependenciesOf(exchanges, session.fixed),
    shows,
  );
  if (found === undefined) return undefined;
  const kept = new Set(found.exchanges);
  const recording = join(folder, `${cause.fingerprint}.jsonl`);
  await writePart(recording, log, kept);
  const program = programOf(exchanges.filter(({ id }) => kept.has(id)));
  const cases =
    program === undefined ? [] : await casesOf(program, said, { stem: join(folder, cause.fingerprint), judge });
  return { exchanges: found.exchanges, recording, cases, tries: found.tries };
}

/**
 * Writes the lines of some exchanges as a recording of their own, with its body files; unredacted recordings are
 * redacted here.
 */
async function writePart(path: string, log: ExchangeLog, kept: ReadonlySet<number>): Promise<void> {
  const lines = log.lines.filter(({ exchange }) => kept.has(exchange));
  await rm(path, { force: true });
  if (log.header.redaction !== undefined) return writeNewLog(path, log.header, lines.map(inMemory), log.path);
  const redaction = redacting();
  await writeNewLog(
    path,
    { ...log.header, redaction: redaction.name ?? 'default' },
    redactedLines(lines.map(inMemory), log.path, redaction),
    log.path,
  );
}

/** One case for each rule and operation that fails on the actual side's traffic. */
async function casesOf(
  program: readonly unknown[],
  said: readonly HappeningLine[],
  { stem, judge }: { readonly stem: string; readonly judge: Judge },
): Promise<string[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'plumbline-judged-'));
  try {
    const recording = join(scratch, 'said.jsonl');
    await writeLog(recording, RECORDING_HEADER, said);
    await judge(recording, scratch);
    const { rules } = JSON.parse(await readFile(join(scratch, 'report.json'), 'utf8')) as Report;
    const paths: string[] = [];
    for (const { id: rule, violations } of rules) {
      for (const { operation, expected, actual } of violations.slice(0, 1)) {
        const path = `${stem}.${rule.replaceAll('/', '--')}.json`;
        await writeFile(
          path,
          `${JSON.stringify({ format: 1, rule, operation, expected, actual, program }, undefined, 2)}\n`,
        );
        paths.push(path);
      }
    }
    return paths;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A line that keeps its body after its file is closed. */
function inMemory(line: HappeningLine): HappeningLine {
  return 'body' in line && line.body !== undefined ? { ...line, body: line.body } : line;
}
