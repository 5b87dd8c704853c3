import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { listeningUrl } from '../../fixtures/formats/listening-line.ts';

export interface ListeningProcess extends AsyncDisposable {
  readonly url: string;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Starts one of the project's servers, named by its entry file, and resolves with the URL that it prints. */
export async function startListening(entry: string, ...args: readonly string[]): Promise<ListeningProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', entry, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const url = await Promise.race([listeningUrl(child.stdout), exited.then(() => undefined)]);
  if (url === undefined) throw new Error(`${entry} ended before it was listening`);
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** What one of the project's programs prints and how it ends. */
export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const execute = promisify(execFile);

/** Runs one of the project's programs to its end. */
export async function run(entry: string, ...args: readonly string[]): Promise<Ran> {
  try {
    const { stdout, stderr } = await execute(process.execPath, ['--import', 'tsx', entry, ...args], { cwd: ROOT, maxBuffer: 2 ** 26 });
    return { exitCode: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (typeof code !== 'number') throw error;
    return { exitCode: code, stdout: stdout ?? '', stderr: stderr ?? '' };
  }
}
