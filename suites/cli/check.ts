import { append } from '../../shared/group-by.ts';
import { typedCommand } from '../../shared/process/command-name.ts';
import { Command, CommanderError } from 'commander';
import type { LogHeader } from '../../shared/exchange-log/exchange-log.ts';
import { ExchangeLogError } from '../../shared/exchange-log/exchange-log-error.ts';
import { plumblineVersion } from '../../shared/process/plumbline-version.ts';
import { placedLines } from '../../shared/exchange-log/read-exchange-log.ts';
import { VERDICT_LOG_FORMAT, type VerdictLine } from '../../shared/verdict-log/verdict-log.ts';
import { EXIT, worst } from '../../shared/verdict-log/verdict.ts';
import type { NamedDialect } from '../../spec/dialects/index.ts';
import { exitCodeOf, weightOf } from '../engine/run/exit-code.ts';
import { RecordingJudge, type RecordingVerdict } from '../engine/recording/judge-recording.ts';
import { levelOf, RULES } from '../rules/index.ts';
import { withSideBody } from '../oracle/exchanges/with-side-body.ts';
import { chooseDialect } from './settings/choose-dialect.ts';
import { summaryOf } from './describe.ts';
import { startReports } from './report-process.ts';
import { UsageError } from './settings/usage-error.ts';

interface CheckFlags {
  readonly dialect: string;
  readonly reportDir: string;
  readonly unexercised?: true;
}

/**
 * Judges a recording with every rule's check, without a server. A rule to which the traffic never applied is
 * `skipped`, and the report says so. A recording without any response is refused, without a report. Exit codes are
 * those of `pnpm conformance`.
 */
async function check(file: string, flags: CheckFlags): Promise<number> {
  const dialect = chooseDialect(flags.dialect);
  const began = performance.now();
  const { verdicts, exercised, requests, responses, torn } = await judged(file, dialect);
  if (responses === 0) return withoutResponses(file, requests);
  const reports = startReports({ directory: flags.reportDir, reporters: ['terminal', 'json', 'junit', 'html'] });
  reports.write({
    kind: 'run',
    format: VERDICT_LOG_FORMAT,
    plumbline: plumblineVersion(),
    target: file,
    dialect: dialect.name,
    seed: 0,
    startedAt: new Date().toISOString(),
    rules: RULES.map(summaryOf),
    planned: verdicts.length,
    command: `${typedCommand('proxy')} check ${file}`,
  });
  for (const verdict of verdicts) reports.write(verdict);
  const weights = verdicts.map(({ rule, verdict }) => weightOf(levelOf(rule), verdict, false));
  const exitCode = exitCodeOf(weights);
  reports.write({
    kind: 'done',
    verdict: worst(weights),
    exitCode,
    durationMs: Math.round(performance.now() - began),
    requests,
    leftovers: [],
    exercised,
    ...(torn === undefined ? {} : { stopped: torn }),
  });
  await reports.finish();
  process.stdout.write(`${unexercised(verdicts, flags.unexercised === true)}\n`);
  return exitCode;
}

/** Judges a log line by line, as it is read. */
async function judged(
  file: string,
  { choices }: NamedDialect,
): Promise<RecordingVerdict & { readonly torn: string | undefined }> {
  const judge = new RecordingJudge(RULES, file, { choices });
  let torn: string | undefined;
  let header: LogHeader | undefined;
  const onTorn = (message: string): void => {
    torn = message;
    judge.cut();
  };
  for await (const { line, bytes } of placedLines(file, onTorn)) {
    if (line.kind === 'header') header = line;
    else {
      const read = await withSideBody(line, file);
      judge.push(read.line, bytes + read.added);
    }
  }
  if (header === undefined) throw new ExchangeLogError(`${file}: empty; an exchange log begins with a header line`);
  return { ...judge.finish(), torn };
}

/**
 * The number of rules to which the traffic never applied, by family in one line; with their names, a line for each
 * family.
 */
function unexercised(verdicts: readonly VerdictLine[], named: boolean): string {
  const rules = verdicts
    .filter(({ verdict, cases }) => verdict === 'skipped' && cases === 0)
    .map(({ rule }) => rule.split('/'));
  const families = new Map<string, string[]>();
  for (const [family = '', name = ''] of rules) append(families, family, name);
  const head = `not exercised by this traffic: ${rules.length} of ${RULES.length} rules`;
  if (named) return [head, ...[...families].map(([family, names]) => `  ${family}: ${names.join(', ')}`)].join('\n');
  const counts = [...families].map(([family, { length }]) => `${family} ${length}`);
  return counts.length === 0 ? head : `${head} (${counts.join(', ')}); --unexercised lists them`;
}

/** A recording without any response proves nothing about a server. */
function withoutResponses(file: string, requests: number): number {
  process.stderr.write(
    `error: ${file}: ${requests === 0 ? 'holds no request' : `none of its ${requests} requests got a response`}, so there is nothing to judge; record a client that reaches its server\n`,
  );
  return EXIT.unreachable;
}

const command = new Command(`${typedCommand('proxy')} check`)
  .description('Judges a recording with the checks of the suite.')
  .argument('<file>', `an exchange log, as '${typedCommand('proxy')} record' writes it`)
  .option('--dialect <name|file>', 'spec, kubernetes-1.7, or a dialect file of your own', 'spec')
  .option('--report-dir <dir>', 'where the reports go', 'plumbline-report')
  .option('--unexercised', 'list the rules that this traffic does not exercise, instead of their number')
  .exitOverride()
  .action(async (file: string, flags: CheckFlags) => {
    process.exitCode = await check(file, flags);
  });

await command.parseAsync(process.argv).catch((error: unknown) => {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.conformant : EXIT.usage;
  else if (error instanceof UsageError || error instanceof ExchangeLogError) {
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = EXIT.usage;
  } else throw error;
});
