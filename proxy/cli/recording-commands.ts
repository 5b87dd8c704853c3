import { Command } from 'commander';
import { runProgram } from '../programs/run-process.ts';

/** `proxy check`: judges a recording with the checks of the suite, in its own process, which knows its flags and its help. */
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
