import { typedCommand } from '../../shared/process/command-name.ts';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OutputExistsError } from '../../shared/files/output-exists-error.ts';
import { reportLostOutput } from '../../shared/process/lost-output.ts';
import { EXIT } from '../../shared/verdict-log/verdict.ts';
import { causesOf } from '../causes/causes-of.ts';
import { type KnownFault, knownFaults } from '../causes/known-faults.ts';
import { readReport } from '../read/read-report.ts';
import { VerdictLogError } from '../tally/verdict-log-error.ts';
import { page } from '../render/html/page.ts';
import { causeBlock } from '../render/terminal/cause-block.ts';
import { paintForOutput } from '../render/terminal/paint.ts';
import { summary } from '../render/terminal/summary.ts';
import { reportedCause } from '../tally/reported-causes.ts';
import { merge } from '../tally/merge.ts';
import { type CompareFlags, compareReports } from './compare-reports.ts';
import { movedTo, writeShardCases } from './shard-cases.ts';
import { live } from './live.ts';
import { cannotWrite, REPORTERS, annotateGithubJob, USUAL_REPORTERS, writeReports } from './reporters.ts';

/** Default path of the report of `pnpm conformance`. */
const USUAL = join('plumbline-report', 'report.json');
const HINT = `(${typedCommand('report')} --help lists all commands)`;

function among(text: string): string[] {
  const names = namesIn(text);
  const unknown = names.find((name) => !REPORTERS.includes(name));
  if (unknown !== undefined) throw new InvalidArgumentError(`'${unknown}' is not one of ${REPORTERS.join(', ')}.`);
  return names;
}

/** The known faults without those of these names. */
function faultsBut(text: string): readonly KnownFault[] {
  const known = knownFaults();
  const names = namesIn(text);
  const unknown = names.find((name) => !known.some((fault) => fault.name === name));
  if (unknown !== undefined)
    throw new InvalidArgumentError(
      `no known fault is called '${unknown}'; '${typedCommand('proxy')} faults --list' lists all.`,
    );
  return known.filter(({ name }) => !names.includes(name));
}

function namesIn(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}

function reporters(usual: readonly string[]): Option {
  return new Option('--reporter <name,...>', `which reports to make: ${REPORTERS.join(', ')}`)
    .default(usual, usual.join(','))
    .argParser(among);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

interface DiagnoseFlags {
  readonly json?: true;
  /** The faults that remain. */
  readonly not?: readonly KnownFault[];
}

const program = new Command('report')
  .description('Shows, merges and compares the reports of runs.')
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(`${text.trimEnd()} ${HINT}\n`) });

program
  .command('live')
  .description('show a run in progress, from a verdict log on standard input, and write its reports at the end')
  .option('--report-dir <dir>', 'where the files go; made when absent', 'plumbline-report')
  .addOption(reporters(USUAL_REPORTERS))
  .action(async ({ reportDir, reporter }: { readonly reportDir: string; readonly reporter: readonly string[] }) =>
    live(reportDir, reporter),
  );

program
  .command('show')
  .description('print the summary of a report.json or a verdicts.jsonl')
  .argument('[file...]', `default ${USUAL}`)
  .action(async (files: readonly string[]) => {
    for (const file of files.length === 0 ? [USUAL] : files)
      print(summary(await readReport(file), paintForOutput(), file));
  });

program
  .command('diagnose')
  .description('print the bugs that explain the failures of a report, the most harmful first')
  .argument('[file]', `default ${USUAL}`)
  .option('--json', 'print them as `report.json` has them')
  .option('--not <fault,...>', 'known faults that the server does not have, so that no cause names them', faultsBut)
  .action(async (file: string | undefined, { json, not: known }: DiagnoseFlags) => {
    const report = await readReport(file ?? USUAL);
    const causes = causesOf(report, known);
    if (json === true) return print(JSON.stringify(causes.map(reportedCause), null, 2));
    const blocks = causes.map((cause) => causeBlock(cause, causes, report.target, paintForOutput()));
    print(blocks.length === 0 ? 'nothing fails' : blocks.join('\n\n'));
  });

program
  .command('html')
  .description('render a report.json or a verdicts.jsonl as one HTML page')
  .argument('[file]', `default ${USUAL}`)
  .option('--out <file>', 'where to write the page', 'report.html')
  .action(async (file: string | undefined, { out }: { readonly out: string }) => {
    const html = page(await readReport(file ?? USUAL));
    await writeFile(out, html).catch((error: unknown) => {
      throw cannotWrite('--out', out, error);
    });
    print(`report: ${out}`);
  });

program
  .command('merge')
  .description('merge the reports of all shards of a run into one; exits as the whole run would have')
  .argument('<file...>', 'the report.json of every shard')
  .option('--out <dir>', 'where the files go; made when absent', 'plumbline-report')
  .addOption(reporters(['terminal', 'json', 'junit', 'html', 'markdown']))
  .action(
    async (
      files: readonly string[],
      { out, reporter }: { readonly out: string; readonly reporter: readonly string[] },
    ) => {
      const shards = await Promise.all(
        files.map(async (file) => movedTo(out, { file, report: await readReport(file) })),
      );
      const report = merge(shards, new Date().toISOString().slice(0, 10));
      await writeReports('--out', out, reporter, report);
      await writeShardCases(out, shards, report).catch((error: unknown) => {
        throw cannotWrite('--out', out, error);
      });
      if (reporter.includes('terminal')) print(summary(report, paintForOutput(), join(out, 'report.json')));
      if (reporter.includes('github')) await annotateGithubJob(report);
      process.exitCode = report.exitCode;
    },
  );

program
  .command('compare')
  .description(
    'print the changes from each run to the next, rule by rule; exits 1 if something got worse between the first and the last',
  )
  .argument('<before>', 'a report.json or a verdicts.jsonl')
  .argument('<after...>', 'later ones, or the reports of other servers')
  .option('--html <file>', 'also write a page with the verdicts of all reports beside each other')
  .option('--overwrite', 'let --html replace a file that exists')
  .action(async (before: string, after: readonly string[], flags: CompareFlags) => {
    const { text, hasWorse } = await compareReports([before, ...after], flags, paintForOutput());
    print(text);
    process.exitCode = hasWorse ? EXIT.failed : EXIT.conformant;
  });

reportLostOutput(EXIT.usage);
await program.parseAsync(process.argv).catch((error: unknown) => {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.conformant : EXIT.usage;
  else if (error instanceof VerdictLogError || error instanceof OutputExistsError) {
    process.stderr.write(`error: ${error.message} ${HINT}\n`);
    process.exitCode = EXIT.usage;
  } else throw error;
});
