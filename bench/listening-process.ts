import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ENDS_WITH_PARENT } from '../shared/process/ends-with-parent.ts';
import { type ListeningProcess, untilListening } from '../shared/process/listening-line.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface MeasuredProcess extends ListeningProcess {
  readonly pid: number;
}

/**
 * Starts one of the project's programs and resolves with the URL of its `listening on` line. Disposing it ends the
 * process, and so does the end of this one.
 */
export async function startListening(entry: string, args: readonly string[]): Promise<MeasuredProcess> {
  const loader = entry.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...ENDS_WITH_PARENT, ...loader, entry, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const listening = await untilListening(child, entry);
  return { ...listening, pid: child.pid ?? 0 };
}
