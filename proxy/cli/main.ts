import { inspect } from 'node:util';
import { CommanderError } from 'commander';
import { reportLostOutput } from '../../shared/process/lost-output.ts';
import { printError } from './print.ts';
import { proxyCommand } from './proxy-command.ts';

const USAGE = 2;
const OUR_FAULT = 70;

reportLostOutput(USAGE);
try {
  await (await proxyCommand(process.argv)).parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : USAGE;
  else if (error instanceof Error && 'code' in error) {
    printError(`error: ${error.message}`);
    process.exitCode = USAGE;
  } else {
    printError(`a fault of the proxy itself: ${inspect(error)}`);
    process.exitCode = OUR_FAULT;
  }
}
