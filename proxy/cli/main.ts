import { CommanderError } from 'commander';
import { printError } from './print.ts';
import { proxyCommand } from './proxy-command.ts';

const USAGE = 2;

try {
  await (await proxyCommand(process.argv)).parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : USAGE;
  else if (error instanceof Error && 'code' in error) {
    printError(`error: ${error.message}`);
    process.exitCode = USAGE;
  } else throw error;
}
