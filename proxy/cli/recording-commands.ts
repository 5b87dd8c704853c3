import { Command } from 'commander';
import type { Comparison } from '../diff/compare-histories.ts';
import type { Skipped } from '../diff/render-comparison.ts';
import { renderJson, renderText } from '../diff/render-comparison.ts';
import type { ExchangeLog } from '../../fixtures/formats/read-exchange-log.ts';
import { readExchangeLog } from '../../fixtures/formats/read-exchange-log.ts';
import { writeLog } from '../record/write-log.ts';
import { compareById, compareFiles } from '../replay/compare-replay.ts';
import { replayLog } from '../replay/replay-log.ts';
import { UnreachableError } from '../replay/unreachable-error.ts';
import { countsOf } from './log-counts.ts';
import { print, printError } from './print.ts';
import { runProgram, startReferenceServer } from './run-process.ts';
import type { UpstreamFlags } from './upstream-flags.ts';
import { serverUrl, upstreamOf, withUpstreamFlags } from './upstream-flags.ts';
import { UsageError } from './usage-error.ts';

const EXIT = { same: 0, different: 1, unreachable: 3 } as const;

interface ReplayFlags extends UpstreamFlags {
  readonly against: URL;
  readonly out?: string;
  readonly json?: true;
}

interface DiffFlags extends UpstreamFlags {
  readonly target?: URL;
  readonly reference?: URL;
  readonly json?: true;
}

/** `proxy check`: judges a recording with the checks of the suite, in its own process, which knows its flags and its help. */
export function checkCommand(): Command {
  return new Command('check')
    .description('Judges a recording with the checks of the suite; no server is needed.')
    .usage('<file> [options]')
    .argument('[words...]')
    .helpOption(false)
    .allowUnknownOption()
    .action(async (words: readonly string[]) => {
      process.exitCode = await runProgram('suites/cli/check.ts', words);
    });
}

/** `proxy replay`: exit 0 without a difference, 1 with one, 3 where the server cannot be reached. */
export function replayCommand(): Command {
  const command = new Command('replay')
    .description('Sends the requests of a recording to a server, in their recorded order, and reports where it answers otherwise.')
    .argument('<file>', 'exchange log')
    .requiredOption('--against <url>', 'base URL of the server', serverUrl)
    .option('--out <file>', 'write what crossed the wire to an exchange log of its own')
    .option('--json', 'print the comparison as JSON')
    .action(async (file: string, flags: ReplayFlags) => {
      await reachingServers(async () => {
        const log = await opened(file);
        const { lines, skipped } = await replayLog(log, upstreamOf(flags.against, flags));
        const about = { tool: 'plumbline proxy replay', upstream: flags.against.href };
        if (flags.out !== undefined) await writeLog(flags.out, about, lines).catch((error: Error) => refuse(`cannot write ${flags.out}: ${error.message}`));
        report(await compareById(log, { lines, path: file }), skipped, { expected: file, actual: flags.against.href }, flags.json === true);
      });
    });
  return withUpstreamFlags(command);
}

/** `proxy diff`: file against file, or the requests of a file sent to two servers. */
export function diffCommand(): Command {
  const command = new Command('diff')
    .description('Compares two recordings of the same client; or sends the requests of one to --target and to --reference and compares the answers.')
    .argument('<file>', 'exchange log')
    .argument('[other]', 'exchange log to compare with the first')
    .option('--target <url>', 'base URL of the server to compare', serverUrl)
    .option('--reference <url>', 'base URL of the server to compare it with; default the built-in reference server', serverUrl)
    .option('--json', 'print the comparison as JSON')
    .action(async (file: string, other: string | undefined, flags: DiffFlags) => {
      if ((other === undefined) === (flags.target === undefined)) throw new UsageError('give either two files, or one file and --target');
      const log = await opened(file);
      if (other !== undefined) {
        const { comparison, skipped } = await compareFiles(log, await opened(other));
        report(comparison, skipped, { expected: file, actual: other }, flags.json === true);
      } else await reachingServers(() => diffServers(log, flags));
    });
  return withUpstreamFlags(command);
}

/** `proxy stats`: what is in a recording. */
export function statsCommand(): Command {
  return new Command('stats')
    .description('Counts what is in a recording.')
    .argument('<file>', 'exchange log')
    .action(async (file: string) => {
      const { lines } = await opened(file);
      for (const [name, count] of countsOf(lines)) print(`${String(count).padStart(8)}  ${name}`);
    });
}

async function diffServers(log: ExchangeLog, flags: DiffFlags): Promise<void> {
  const target = flags.target;
  if (target === undefined) return;
  await using started = flags.reference === undefined ? await startReferenceServer() : undefined;
  const reference = flags.reference ?? started?.url ?? target;
  const expected = await replayLog(log, started === undefined ? upstreamOf(reference, flags) : { url: reference });
  const actual = await replayLog(log, upstreamOf(target, flags));
  const comparison = await compareById({ lines: expected.lines, path: log.path }, { lines: actual.lines, path: log.path });
  report(comparison, expected.skipped, { expected: reference.href, actual: target.href }, flags.json === true);
}

async function opened(file: string): Promise<ExchangeLog> {
  const log = await readExchangeLog(file);
  if (log.torn !== undefined) printError(log.torn);
  return log;
}

function report(comparison: Comparison, skipped: Skipped, sides: { readonly expected: string; readonly actual: string }, json: boolean): void {
  print(json ? renderJson(comparison, skipped, sides) : renderText(comparison, skipped));
  process.exitCode = comparison.differences.length === 0 ? EXIT.same : EXIT.different;
}

async function reachingServers(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    printError(`error: ${error.message}`);
    process.exitCode = EXIT.unreachable;
  }
}

function refuse(message: string): never {
  throw new UsageError(message);
}
