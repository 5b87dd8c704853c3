import { AsyncLocalStorage } from 'node:async_hooks';
import { command } from '../cli/command.ts';
import type { ProgramOutput } from './listening-process.ts';
import { inProcess } from './run-in-process.ts';

type Stream = 'stdout' | 'stderr';

/** The text that the current run has written to each standard stream. */
const written = new AsyncLocalStorage<Record<Stream, string>>();

/**
 * Runs `pnpm conformance` with these arguments in this process, without vitest. A start of the program takes seconds
 * of processor time, because it loads vitest, and the rules twice; a test file has loaded them already.
 */
export function conformance(...args: readonly string[]): Promise<ProgramOutput> {
  const output = { stdout: '', stderr: '' };
  return written.run(output, async () => {
    const never = new AbortController().signal;
    const interrupt = { signal: never, again: never, release: () => undefined };
    const exitCode = await command(args, interrupt, endLoading, {
      runRules: inProcess(),
      output: {
        stdout: (chunk) => void (output.stdout += String(chunk)),
        stderr: (chunk) => void (output.stderr += String(chunk)),
      },
    });
    return { exitCode, ...output };
  });
}

function endLoading(error: unknown): never {
  throw error;
}

/** Runs can be under way at the same time: each reads its own output. */
for (const stream of ['stdout', 'stderr'] as const) {
  const write = process[stream].write.bind(process[stream]) as (...args: unknown[]) => boolean;
  process[stream].write = (chunk: unknown, ...rest: unknown[]): boolean => {
    const output = written.getStore();
    if (output === undefined) return write(chunk, ...rest);
    output[stream] += String(chunk);
    const done = rest.at(-1);
    if (typeof done === 'function') done();
    return true;
  };
}
