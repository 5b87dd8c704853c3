import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import type { MeasuredFault } from '../../../shared/verdict-log/kill-matrix.ts';
import { storedMatrix } from '../kill-matrix/stored-matrix.ts';
import { run, startListening } from '../listening-process.ts';
import { startServers } from '../servers.ts';

const SUITE = 'suites/cli/quick-start.mjs';
/** Exit code of a run whose rule found the fault. */
const FOUND = 1;
/** Faults tried at the same time: while one waits for its watches, another works. */
const AT_ONCE = 4;

/**
 * `pnpm fault NAME` starts a reference server with one named fault and judges it by the rule that must find it.
 * Exits as the run does: 1 if the rule finds the fault; 2 if there is no such fault. `pnpm fault --reported` does so
 * for every fault of docs/track-record.md, and exits 0 if each is found.
 */
async function main(args: readonly string[]): Promise<number> {
  const command = new Command('fault')
    .description('Starts a reference server with one named fault and judges it by the rule that must find it.')
    .argument('[name]', 'one of `pnpm proxy faults --list`')
    .option('--reported', 'instead, each fault that docs/track-record.md names; exits 0 if every one is found')
    .allowExcessArguments(false)
    .exitOverride();
  command.parse(args, { from: 'user' });
  const [name] = command.args;
  const { faults } = storedMatrix();
  const { reported } = command.opts<{ reported?: true }>();
  if ((name === undefined) !== (reported === true))
    return command.error('error: give the name of a fault, or --reported for all of docs/track-record.md', {
      exitCode: 2,
    });
  if (name === undefined) return await triedAll(faults.filter(({ seenIn }) => seenIn !== undefined));
  const fault = faults.find((each) => each.name === name);
  if (fault === undefined)
    return command.error(`error: there is no fault '${name}'. 'pnpm proxy faults --list' shows them.`, { exitCode: 2 });
  process.stdout.write(`${fault.name}: ${fault.summary}\n`);
  await using faulty = await startListening('proxy/cli/quick-start.mjs', 'faults', '--fault', name, '--port', '0');
  return await judged(faulty.url, fault);
}

function judging(url: string, { caughtBy }: MeasuredFault): readonly string[] {
  return ['--target', url, '--rules', caughtBy, '--seed', '1', '--bail', '--strict'];
}

/** Runs the suite on the server, with its output on this terminal, and resolves with its exit code. */
async function judged(url: string, fault: MeasuredFault): Promise<number> {
  const suite = [SUITE, ...judging(url, fault)];
  const [code] = (await once(spawn(process.execPath, suite, { stdio: 'inherit' }), 'exit')) as [number | null];
  return code ?? 1;
}

/** Judges each faulty server as `pnpm fault NAME` does, prints a line for each, and resolves with 0 if every fault was found. */
async function triedAll(faults: readonly MeasuredFault[]): Promise<number> {
  await using servers = await startServers([]);
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-faults-'));
  const left = [...faults];
  let tried = 0;
  let missed = 0;
  const worker = async (): Promise<void> => {
    for (let fault = left.shift(); fault !== undefined; fault = left.shift()) {
      const output = ['--no-config', '--report-dir', join(folder, fault.name), '--reporter', 'terminal'];
      const { exitCode, stdout, stderr } = await run(
        SUITE,
        ...judging(servers.url('spec', fault.name), fault),
        ...output,
      );
      tried += 1;
      if (exitCode !== FOUND) missed += 1;
      process.stdout.write(
        `${tried}/${faults.length} ${fault.name}: ${exitCode === FOUND ? 'found' : `NOT FOUND, exit ${exitCode}\n${stdout}${stderr}`}\n`,
      );
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  process.stdout.write(`${faults.length - missed} of ${faults.length} faults found\n`);
  return missed === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof CommanderError) return error.exitCode;
  throw error;
});
