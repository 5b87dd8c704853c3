import { Command } from 'commander';
import { runProgram } from '../programs/run-process.ts';

/**
 * `proxy check`: starts the suite's own `check` command, which parses the flags, prints the help and judges the
 * recording.
 */
export function checkCommand(): Command {
  return new Command('check')
    .description('Judges a recording with the checks of the suite; no server is needed.')
    .usage('<file> [options]')
    .argument('[words...]')
    .helpOption(false)
    .allowUnknownOption()
    .action(async (words: readonly string[]) => {
      process.exitCode = await runProgram('suites/cli/quick-check.mjs', words);
    });
}
