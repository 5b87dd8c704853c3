import { printError } from './print.ts';

/**
 * Says in one line where what is printed cannot be written, and gives that exit code in the end. A reader who has gone (`| head`) has had all that
 * it wanted: a recorder goes on without it, and exit codes are as they would be.
 */
export function tellOfLostOutput(exitCode: number): void {
  let said = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || said) return;
    said = true;
    printError(`error: cannot write the output: ${error.message}`);
    process.once('exit', () => (process.exitCode = exitCode));
  });
  process.stderr.on('error', () => undefined);
}
