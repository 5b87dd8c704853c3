import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { listeningUrl } from '../../fixtures/formats/listening-line.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs one of the project's programs on our terminal and resolves with its exit code. */
export async function runProgram(entry: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), `${ROOT}${entry}`, ...args], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 70;
}

/** Starts the built-in reference server on a free port and resolves with its URL. Disposing it ends the process. */
export async function startReferenceServer(): Promise<{ readonly url: URL } & AsyncDisposable> {
  const args = ['--import', import.meta.resolve('tsx'), `${ROOT}reference-server/cli/main.ts`, '--port', '0'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const url = await Promise.race([listeningUrl(child.stdout), exited.then(() => undefined)]);
  if (url === undefined) throw new Error('the reference server ended before it was listening');
  return {
    url: new URL(url),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
