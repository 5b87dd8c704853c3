import { CommanderError } from 'commander';

/** Runs a program with its command line. Commander has printed its own errors; those end the program with exit code 2. */
export async function runMain(main: (args: readonly string[]) => Promise<void>): Promise<void> {
  await main(process.argv.slice(2)).catch((error: unknown) => {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  });
}
