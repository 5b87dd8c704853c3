import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { listeningUrl } from '../fixtures/formats/listening-line.ts';

export interface ListeningProcess extends AsyncDisposable {
  readonly url: string;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Starts one of the project's programs and resolves with the URL of its `listening on` line. Disposing it ends the process. */
export async function startListening(entry: string, args: readonly string[]): Promise<ListeningProcess> {
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
