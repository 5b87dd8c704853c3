import { resolve } from 'node:path';
import type { Command } from 'commander';
import { assertMayWrite } from '../../shared/files/output-file.ts';
import { UsageError } from '../log/usage-error.ts';

/** The flag of every command that writes files. */
export interface OutputFlags {
  readonly overwrite?: true | undefined;
}

/**
 * The output files of a command, by the flags that name them, as the user typed them: `--out`. `undefined` for an
 * output that the user did not request.
 */
export type Outputs = Readonly<Record<`--${string}`, string | undefined>>;

/** Adds `--overwrite`. */
export function withOverwriteFlag(command: Command): Command {
  return command.option(
    '--overwrite',
    'replace output files that exist; without it, a command refuses to write over a file that is not empty',
  );
}

/**
 * Checks the output files of a command before it sends or writes anything. Rejects with a `UsageError` if two flags
 * name one file or the command reads one of them, and with an `OutputExistsError` if one exists and `--overwrite` is
 * absent.
 */
export async function checkOutputs(
  outputs: Outputs,
  inputs: readonly (string | undefined)[],
  { overwrite }: OutputFlags,
): Promise<void> {
  const taken = new Map(
    inputs.flatMap((path) => (path === undefined ? [] : [[resolve(path), 'this command reads the file']])),
  );
  for (const [flag, path] of Object.entries(outputs)) {
    if (path === undefined) continue;
    const use = taken.get(resolve(path));
    if (use !== undefined) throw new UsageError(`${flag}: ${path} would be written over: ${use}. Give another path.`);
    taken.set(resolve(path), `${flag} names the file too`);
    await assertMayWrite(flag, path, overwrite === true);
  }
}
