import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The output of a command, and its exit code; `null` if a signal ended it. */
export interface EndedCommand {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `pnpm proxy` with these words, as from a shell in the project's folder, and waits for its end. */
export async function runProxy(...words: readonly string[]): Promise<EndedCommand> {
  const child = spawn(process.execPath, ['proxy/cli/quick-start.mjs', ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}
