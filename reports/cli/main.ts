import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { writeFile } from 'node:fs/promises';
import { EXIT } from '../../fixtures/formats/verdict.ts';
import { readReport } from '../read/read-report.ts';
import { VerdictLogError } from '../read/verdict-log-error.ts';
import { page } from '../render/html/page.ts';
import { paintFor } from '../render/terminal/paint.ts';
import { summary } from '../render/terminal/summary.ts';
import { live } from './live.ts';

const REPORTERS = ['terminal', 'json', 'junit', 'html'];

function among(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !REPORTERS.includes(name));
  if (unknown !== undefined) throw new InvalidArgumentError(`'${unknown}' is none of ${REPORTERS.join(', ')}.`);
  return names;
}

const program = new Command('report').description('Shows what judged runs found.').exitOverride();

program
  .command('live')
  .description('show a run while it goes on, from a verdict log on standard input, and write its reports at the end')
  .option('--report-dir <dir>', 'where the files go; made when absent', 'plumbline-report')
  .option('--reporter <name,...>', `which reports to make: ${REPORTERS.join(', ')}`, among, REPORTERS)
  .action(async ({ reportDir, reporter }: { readonly reportDir: string; readonly reporter: readonly string[] }) => live(reportDir, reporter));

program
  .command('show')
  .description('print the summary of a report.json or a verdicts.jsonl')
  .argument('<file...>')
  .action(async (files: readonly string[]) => {
    const paint = paintFor(process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined);
    for (const file of files) process.stdout.write(`${summary(await readReport(file), paint)}\n`);
  });

program
  .command('html')
  .description('render a report.json or a verdicts.jsonl as one HTML page')
  .argument('<file>')
  .requiredOption('--out <file>', 'where to write the page')
  .action(async (file: string, { out }: { readonly out: string }) => {
    const html = page(await readReport(file));
    await writeFile(out, html).catch((error: NodeJS.ErrnoException) => {
      throw new VerdictLogError(`--out: ${out} cannot be written (${error.code ?? error.message})`);
    });
  });

await program.parseAsync(process.argv).catch((error: unknown) => {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.conformant : EXIT.usage;
  else if (error instanceof VerdictLogError) {
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = EXIT.usage;
  } else throw error;
});
