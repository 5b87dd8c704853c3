/**
 * Prints one line if stdout cannot be written, and ends with that exit code. A reader that has closed the pipe (`|
 * head`) is no error: a recorder goes on without it, and exit codes stay the same.
 */
export function reportLostOutput(exitCode: number): void {
  let said = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || said) return;
    said = true;
    process.stderr.write(`error: cannot write the output: ${error.message}\n`);
    process.once('exit', () => (process.exitCode = exitCode));
  });
  process.stderr.on('error', () => undefined);
}
