import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ENDS_WITH_PARENT } from '../../../shared/process/ends-with-parent.ts';
import { type ListeningProcess, untilListening } from '../../../shared/process/listening-line.ts';

/** The servers of other parts that the suite starts: the start of each, from the root of the project. */
const STARTS = {
  'the reference server': 'reference-server/cli/quick-start.mjs',
  'the proxy': 'proxy/cli/quick-start.mjs',
} as const;

/**
 * Starts a server of ours on a free port and resolves with the URL that it prints. Disposing it ends the process.
 * Rejects if it is not beside the suite, or does not start.
 */
export async function startOwn(name: keyof typeof STARTS, ...args: readonly string[]): Promise<ListeningProcess> {
  const entry = fileURLToPath(new URL(`../../../${STARTS[name]}`, import.meta.url));
  if (!existsSync(entry)) throw new Error(`there is no ${name.slice('the '.length)} beside this suite`);
  const child = spawn(process.execPath, [...ENDS_WITH_PARENT, entry, ...args, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const end = (): void => void child.kill('SIGTERM');
  // Detached, so a Ctrl-C at the terminal reaches only us: whatever ends this process must end the server too.
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return untilListening(child, name);
}
