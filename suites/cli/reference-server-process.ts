import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { listeningUrl } from '../../fixtures/formats/listening-line.ts';

export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
}

const ENTRY = fileURLToPath(new URL('../../reference-server/cli/main.ts', import.meta.url));

/** Starts the reference server on a free port and resolves with the URL that it prints. Disposing it ends the process. */
export async function startReferenceServer(dialect: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', ENTRY, '--port', '0', '--dialect', dialect], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const exited = once(child, 'exit');
  const url = await Promise.race([listeningUrl(child.stdout), exited.then(() => undefined)]);
  if (url === undefined) throw new Error('the reference server ended before it was listening');
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
