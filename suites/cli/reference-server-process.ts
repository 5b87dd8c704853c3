import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listeningUrl } from '../../fixtures/formats/listening-line.ts';

export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
}

const ENTRY = fileURLToPath(new URL('../../reference-server/cli/main.ts', import.meta.url));

/** Starts the reference server on a free port and resolves with the URL that it prints. Disposing it ends the process. Rejects where there is none. */
export async function startReferenceServer(dialect: string): Promise<ServerProcess> {
  if (!existsSync(ENTRY)) throw new Error('there is no reference server beside this suite');
  const child = spawn(process.execPath, ['--import', 'tsx', ENTRY, '--port', '0', '--dialect', dialect], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const end = (): void => void child.kill('SIGTERM');
  // Detached, so that a Ctrl-C at the terminal reaches only us: whatever ends this process has to end it too.
  process.once('exit', end);
  const exited = once(child, 'exit').finally(() => process.off('exit', end));
  const url = await Promise.race([listeningUrl(child.stdout), exited.then(() => undefined)]);
  if (url === undefined) throw new Error('the reference server ended before it was listening');
  return {
    url,
    async [Symbol.asyncDispose]() {
      end();
      await exited;
    },
  };
}
