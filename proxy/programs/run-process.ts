import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ENDS_WITH_PARENT } from '../../shared/process/ends-with-parent.ts';
import { untilListening } from '../../shared/process/listening-line.ts';
import { atExit } from './stop-signal.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs one of the project's programs, on our terminal or without its output, and resolves with its exit code. */
export async function runProgram(
  entry: string,
  args: readonly string[],
  stdio: 'inherit' | 'ignore' = 'inherit',
): Promise<number> {
  const child = spawn(process.execPath, [`${ROOT}${entry}`, ...args], { stdio });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 70;
}

/**
 * Starts the built-in reference server on a free port and resolves with its URL. It is detached from our terminal,
 * so Ctrl-C first ends the programs that need it. Disposing it ends the process, and so does our own end.
 */
export async function startReferenceServer(
  ...flags: readonly string[]
): Promise<{ readonly url: URL } & AsyncDisposable> {
  const args = [...ENDS_WITH_PARENT, `${ROOT}reference-server/cli/quick-start.mjs`, '--port', '0', ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const ending = atExit(() => child.kill());
  const server = await untilListening(child, 'the reference server');
  return {
    url: new URL(server.url),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      ending[Symbol.dispose]();
    },
  };
}
