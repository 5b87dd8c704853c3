import { Command } from 'commander';
import type { ExchangeLog } from '../../fixtures/formats/read-exchange-log.ts';
import { readExchangeLog } from '../../fixtures/formats/read-exchange-log.ts';
import { countsOf } from './log-counts.ts';
import { print, printError } from './print.ts';
import { runProgram } from './run-process.ts';

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

async function opened(file: string): Promise<ExchangeLog> {
  const log = await readExchangeLog(file);
  if (log.torn !== undefined) printError(log.torn);
  return log;
}
