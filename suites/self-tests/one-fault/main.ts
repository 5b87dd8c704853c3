import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Command, CommanderError } from 'commander';
import type { MeasuredFault } from '../../../shared/verdict-log/kill-matrix.ts';
import { storedMatrix } from '../kill-matrix/stored-matrix.ts';
import { startListening } from '../listening-process.ts';

/**
 * `pnpm fault NAME` starts a reference server with one named fault and judges it by the rule that must find it. Exits as the run does: 1
 * if the rule finds the fault; 2 if there is no such fault.
 */
async function main(args: readonly string[]): Promise<number> {
  const command = new Command('fault')
    .description('Starts a reference server with one named fault and judges it by the rule that must find it.')
    .argument('<name>', 'one of `pnpm proxy faults --list`')
    .allowExcessArguments(false)
    .exitOverride();
  command.parse(args, { from: 'user' });
  const [name = ''] = command.args;
  const fault = storedMatrix().faults.find((each) => each.name === name);
  if (fault === undefined)
    return command.error(`error: there is no fault '${name}'. 'pnpm proxy faults --list' shows them.`, { exitCode: 2 });
  process.stdout.write(`${fault.name}: ${fault.summary}\n`);
  await using faulty = await startListening('proxy/cli/quick-start.mjs', 'faults', '--fault', name, '--port', '0');
  return await judged(faulty.url, fault);
}

/** Runs the suite on the server, with its output on this terminal, and resolves with its exit code. */
async function judged(url: string, { caughtBy }: MeasuredFault): Promise<number> {
  const suite = [
    'suites/cli/quick-start.mjs',
    '--target',
    url,
    '--rules',
    caughtBy,
    '--seed',
    '1',
    '--bail',
    '--strict',
  ];
  const [code] = (await once(spawn(process.execPath, suite, { stdio: 'inherit' }), 'exit')) as [number | null];
  return code ?? 1;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof CommanderError) return error.exitCode;
  throw error;
});
