import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ListeningProcess } from '../fixtures/formats/listening-line.ts';
import { untilListening } from '../fixtures/formats/listening-line.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Starts one of the project's programs and resolves with the URL of its `listening on` line. Disposing it ends the process. */
export function startListening(entry: string, args: readonly string[]): Promise<ListeningProcess> {
  return untilListening(spawn(process.execPath, ['--import', 'tsx', entry, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] }), entry);
}
