import { execFile, execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Time limit of one run of a client; machines that run tests are busy. */
export const PATIENCE_MS = 60_000;

export interface Ran {
  readonly code: number;
  /** The whole output of the process. */
  readonly text: string;
}

/** Runs a client to its end. */
export function run(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      command,
      [...args],
      { env: { ...process.env, ...environment }, timeout: PATIENCE_MS },
      (error, out, complaints) => {
        resolve({ code: error === null ? 0 : 1, text: out + complaints });
      },
    );
  });
}

/** Whether a command runs here; if not, it reports that the tests of that client are skipped. */
export function isHere(client: string, command: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(command, [...args], { stdio: 'ignore' });
    return true;
  } catch {
    skipped(client, 'is not on this machine');
    return false;
  }
}

/** Reports that the tests of a client are skipped, and why. */
export function skipped(client: string, why: string): void {
  process.stderr.write(`skipped: ${client} ${why}\n`);
}

/** Every file with that name on the PATH, each once: a machine may have a client in several versions. */
export function onPath(command: string): string[] {
  const found = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => {
    try {
      return [realpathSync(join(folder, command))];
    } catch {
      return [];
    }
  });
  return [...new Set(found)];
}
