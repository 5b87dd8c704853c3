import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ENDS_WITH_PARENT } from '../../fixtures/formats/ends-with-parent.ts';
import { untilListening } from '../../fixtures/formats/listening-line.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs one of the project's programs on our terminal and resolves with its exit code. */
export async function runProgram(entry: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [`${ROOT}${entry}`, ...args], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 70;
}

/** Runs one of the project's programs without showing what it says, and resolves with its exit code. */
export async function runSilently(entry: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [`${ROOT}${entry}`, ...args], { stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 70;
}

/** Starts the built-in reference server on a free port and resolves with its URL. Disposing it ends the process. */
export async function startReferenceServer(): Promise<{ readonly url: URL } & AsyncDisposable> {
  const args = [...ENDS_WITH_PARENT, `${ROOT}reference-server/cli/quick-start.mjs`, '--port', '0'];
  const server = await untilListening(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }), 'the reference server');
  return { url: new URL(server.url), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
