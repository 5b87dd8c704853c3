import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { EXIT } from '../shared/verdict-log/verdict.ts';
import { JudgeError } from './judge-error.ts';
import type { JudgeOptions, Judgement } from './plumbline.d.ts';

export type * from './plumbline.d.ts';
export { JudgeError } from './judge-error.ts';

const PLUMBLINE = fileURLToPath(new URL('plumbline.mjs', import.meta.url));

/**
 * Judges a server in a process of its own, apart from the caller's test runner, fake timers and open handles, and
 * resolves with the findings. Rejects with a `JudgeError` if the options cannot be used, or if the process ended
 * without a report.
 */
export async function judge({ signal, reportDir, reporter = [], ...options }: JudgeOptions = {}): Promise<Judgement> {
  const folder = reportDir ?? (await mkdtemp(join(tmpdir(), 'plumbline-judge-')));
  const report = join(folder, 'report.json');
  try {
    await rm(report, { force: true });
    const output = ['--report-dir', folder, '--reporter', [...new Set(['json', ...reporter])].join(',')];
    const { code, printed } = await run([...flagsOf(options), ...output], signal);
    if (code === EXIT.usage) throw new JudgeError(printed.trim());
    return await readJudgement(report, printed);
  } finally {
    if (reportDir === undefined) await rm(folder, { recursive: true, force: true });
  }
}

async function run(
  flags: readonly string[],
  signal: AbortSignal | undefined,
): Promise<{ readonly code: number | null; readonly printed: string }> {
  const child = spawn(process.execPath, [PLUMBLINE, 'conformance', ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: environment(),
  });
  const interrupt = (): void => void child.kill('SIGTERM');
  if (signal?.aborted === true) interrupt();
  signal?.addEventListener('abort', interrupt, { once: true });
  const [[code], printed] = await Promise.all([once(child, 'exit') as Promise<[number | null]>, text(child.stderr)]);
  signal?.removeEventListener('abort', interrupt);
  return { code, printed };
}

/**
 * The caller's environment, without the variables of test runners. Of Node's options only those remain by which Node
 * finds modules under Yarn's Plug'n'Play.
 */
function environment(): NodeJS.ProcessEnv {
  const foreign = /^(NODE_OPTIONS|NODE_TEST_CONTEXT|NODE_CHANNEL_FD|VITEST.*|JEST_WORKER_ID|NODE_ENV|TEST|VITE_.*)$/;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return Object.fromEntries([...kept, ['NODE_OPTIONS', plugAndPlay(process.env['NODE_OPTIONS'] ?? '')]]);
}

/**
 *     --inspect --require "/a b/.pnp.cjs" --experimental-loader file:///a%20b/.pnp.loader.mjs
 *       ->   --require "/a b/.pnp.cjs" --experimental-loader file:///a%20b/.pnp.loader.mjs
 */
function plugAndPlay(options: string): string {
  const loaders = options.match(/--(?:require|experimental-loader) ("[^"]*"|\S+)/g) ?? [];
  return loaders.filter((loader) => loader.includes('.pnp.')).join(' ');
}

/**
 * Each option is a flag: `tokenFile: 'a'` is `--token-file a`, `rules: ['a', 'b']` is `--rules a,b`, `gate: true` is
 * `--gate`.
 */
function flagsOf(options: Omit<JudgeOptions, 'signal' | 'reportDir' | 'reporter'>): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === undefined) return [];
    if (value === false) return name === 'config' ? ['--no-config'] : [];
    if (value === true) return [flag];
    return [`${flag}=${Array.isArray(value) ? value.join(',') : String(value)}`];
  });
}

async function readJudgement(file: string, printed: string): Promise<Judgement> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Judgement;
  } catch (error) {
    throw new JudgeError(printed.trim() || 'the run ended without a report', { cause: error });
  }
}
