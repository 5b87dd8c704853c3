import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ENDS_WITH_PARENT } from '../../shared/process/ends-with-parent.ts';
import { type ListeningProcess, untilListening } from '../../shared/process/listening-line.ts';
import type { ReferenceControllers } from '../engine/run/reference-request.ts';

const ENTRY = fileURLToPath(new URL('../../reference-server/cli/quick-start.mjs', import.meta.url));

/**
 * Starts the reference server on a free port and resolves with the URL that it prints. Disposing it ends the
 * process. Rejects if the server does not start.
 */
export async function startReferenceServer(
  dialect: string,
  controllers: ReferenceControllers = 'cleanup',
): Promise<ListeningProcess> {
  if (!existsSync(ENTRY)) throw new Error('there is no reference server beside this suite');
  const child = spawn(
    process.execPath,
    [...ENDS_WITH_PARENT, ENTRY, '--port', '0', '--dialect', dialect, '--controllers', controllers],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    },
  );
  const end = (): void => void child.kill('SIGTERM');
  // Detached, so a Ctrl-C at the terminal reaches only us: whatever ends this process must end the server too.
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return untilListening(child, 'the reference server');
}
