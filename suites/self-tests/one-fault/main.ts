import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { inParallel } from '../../../shared/in-parallel.ts';
import { run, startListening } from '../listening-process.ts';
import { startServers } from '../servers.ts';
import { everyShown, type KnownServer } from './shown.ts';

const SUITE = 'suites/cli/quick-start.mjs';
/** Exit code of a run in which a rule found the fault. */
const FOUND = 1;
/** Faults tried at the same time: while one waits for its watches, another works. */
const AT_ONCE = 4;

/**
 * `pnpm fault NAME` starts a server with one named fault, or with one difference of the real system, and judges it by
 * the rules that must find it. Exits as the run does: 1 if a rule finds it; 2 if there is no such name. `pnpm fault
 * --reported` does so for each command of docs/track-record.md, and exits 0 if every one finds what it names.
 */
async function main(args: readonly string[]): Promise<number> {
  const command = new Command('fault')
    .description('Starts a reference server with one named fault and judges it by the rule that must find it.')
    .argument('[name]', 'one of `pnpm proxy faults --list`, or a difference of docs/track-record.md')
    .option('--reported', 'instead, each command of docs/track-record.md; exits 0 if every one finds what it names')
    .allowExcessArguments(false)
    .exitOverride();
  command.parse(args, { from: 'user' });
  const [name] = command.args;
  const { reported } = command.opts<{ reported?: true }>();
  if ((name === undefined) !== (reported === true))
    return command.error('error: give the name of a fault, or --reported for all of docs/track-record.md', {
      exitCode: 2,
    });
  if (name === undefined) return await triedAll((await everyShown()).filter((shown) => shown.reported));
  const shown = (await everyShown()).find((each) => each.name === name);
  if (shown === undefined)
    return command.error(`error: there is no fault '${name}'. 'pnpm proxy faults --list' shows them.`, { exitCode: 2 });
  process.stdout.write(`${name}: ${shown.summary}\n`);
  await using faulty = await startListening('proxy/cli/quick-start.mjs', 'faults', ...shown.server, '--port', '0');
  return await judged(faulty.url, shown);
}

function judging(url: string, { rules, flags }: KnownServer): readonly string[] {
  return ['--target', url, '--rules', rules.join(), '--seed', '1', '--bail', '--strict', ...flags];
}

/** Runs the suite on the server, with its output on this terminal, and resolves with its exit code. */
async function judged(url: string, shown: KnownServer): Promise<number> {
  const suite = [SUITE, ...judging(url, shown)];
  const [code] = (await once(spawn(process.execPath, suite, { stdio: 'inherit' }), 'exit')) as [number | null];
  return code ?? 1;
}

/** Judges each server as `pnpm fault NAME` does, prints a line for each, and resolves with 0 if every one was found. */
async function triedAll(all: readonly KnownServer[]): Promise<number> {
  await using servers = await startServers(all.map(({ dialect }) => dialect));
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-faults-'));
  let tried = 0;
  let missed = 0;
  try {
    await inParallel(all, AT_ONCE, async (shown) => {
      const { name, dialect, server } = shown;
      const output = ['--no-config', '--report-dir', join(folder, name), '--reporter', 'terminal'];
      const { exitCode, stdout, stderr } = await run(
        SUITE,
        ...judging(servers.url(dialect, server[1]), shown),
        ...output,
      );
      tried += 1;
      if (exitCode !== FOUND) missed += 1;
      process.stdout.write(
        `${tried}/${all.length} ${name}: ${exitCode === FOUND ? 'found' : `NOT FOUND, exit ${exitCode}\n${stdout}${stderr}`}\n`,
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  process.stdout.write(`${all.length - missed} of ${all.length} found\n`);
  return missed === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof CommanderError) return error.exitCode;
  throw error;
});
