import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ENDS_WITH_PARENT } from '../../shared/process/ends-with-parent.ts';
import { type ListeningProcess, untilListening } from '../../shared/process/listening-line.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts one of the project's servers, named by its quick start, and resolves with the URL that it prints. It ends
 * with this process in any case.
 */
export function startListening(entry: string, ...args: readonly string[]): Promise<ListeningProcess> {
  return untilListening(
    spawn(process.execPath, [...ENDS_WITH_PARENT, entry, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] }),
    entry,
  );
}

/** The output and the end of one of the project's programs. */
export interface ProgramOutput {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const execute = promisify(execFile);

/** Runs one of the project's programs, named by its quick start, to its end. */
export async function run(entry: string, ...args: readonly string[]): Promise<ProgramOutput> {
  try {
    const { stdout, stderr } = await execute(process.execPath, [...ENDS_WITH_PARENT, entry, ...args], {
      cwd: ROOT,
      maxBuffer: 2 ** 26,
    });
    return { exitCode: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (typeof code !== 'number') throw error;
    return { exitCode: code, stdout: stdout ?? '', stderr: stderr ?? '' };
  }
}
