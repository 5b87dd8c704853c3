import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { inParallel } from '../../../shared/in-parallel.ts';
import type { MeasuredFault } from '../../../shared/verdict-log/kill-matrix.ts';
import { RULES } from '../../rules/index.ts';
import { wrapped } from '../../../shared/page/markdown.ts';
import { respondToReferenceRequests } from '../../engine/run/reference-request.ts';
import { storedMatrix } from '../../../shared/verdict-log/stored-matrix.ts';
import { startListening } from '../listening-process.ts';
import { inProcess } from '../run-in-process.ts';
import { positiveNumber } from '../flag-parsers.ts';
import { runMain } from '../run-main.ts';
import { gatesPage, holds, isSteady, summaryOf } from './page.ts';
import { type TrialOutcome, type TrialOptions, tried } from './trial.ts';
import { gatesUnderLoad } from './under-load.ts';

/** Faults tried at the same time: while one waits for its watches, another works. */
const AT_ONCE = 6;
/** Concurrent gates under load, and processes that load the machine. */
const LOADED = 10;
const HOGS = 4;
/**
 * Baselines store the cases that were found, as small as this time allows: what happens to them does not depend on it.
 */
const SHRINK_MS = 1_000;

const SERVER = 'reference-server/cli/quick-start.mjs';
const PAGE = fileURLToPath(new URL('../../../docs/gates.md', import.meta.url));

interface GatesOptions {
  readonly faults: number;
  readonly only?: string;
  readonly seeds: number;
  readonly explore: number;
  readonly runs: number;
  readonly keep?: string;
  readonly write: boolean;
}

/**
 * `pnpm gates` measures whether gates are stable, and writes `docs/gates.md`. Exits 1 if one flaps, or if gates miss
 * new faults.
 */
async function main(args: readonly string[]): Promise<void> {
  const command = new Command('gates')
    .description('Measures whether gates stay green on servers that do not change, and writes docs/gates.md.')
    .option('--faults <n>', 'number of faults, spread over the catalogue', positiveNumber, 60)
    .option('--only <name,...>', 'measure these faults instead')
    .option('--seeds <n>', 'number of baselines for each fault, each with its own seed', positiveNumber, 10)
    .option(
      '--explore <n>',
      'number of further seeds that judge by the first baseline of each fault',
      positiveNumber,
      2,
    )
    .option('--runs <n>', 'cases per rule', positiveNumber, 10)
    .option('--keep <file>', 'add each outcome to this file, and skip the faults that it has')
    .option('--no-write', 'print the figures and leave the page as it is')
    .allowExcessArguments(false)
    .exitOverride();
  command.parse(args, { from: 'user' });
  const { faults: most, only, seeds, explore, runs, keep, write } = command.opts<GatesOptions>();
  const measured = storedMatrix().faults.filter(turnsRed);
  const names = only?.split(',');
  const unknown = names?.find((name) => !measured.some((fault) => fault.name === name));
  if (unknown !== undefined)
    command.error(
      `error: --only: '${unknown}' is no measured fault of a must-rule; 'pnpm proxy faults --list' shows all`,
      {
        exitCode: 2,
      },
    );
  const faults = names === undefined ? spread(measured, most) : measured.filter(({ name }) => names.includes(name));
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-gates-'));
  await using quiet = await startListening(SERVER, '--port', '0');
  await using withControllers = await startListening(SERVER, '--port', '0', '--controllers', 'on');
  const channel = `plumbline-gates-${process.pid}`;
  const responder = respondToReferenceRequests(channel, async (controllers) => ({
    url: controllers === 'on' ? withControllers.url : quiet.url,
  }));
  try {
    const options = { folder, runs, runRules: inProcess(channel, SHRINK_MS) };
    const outcomes = await triedAll(faults, { ...options, seeds, explore }, keep);
    const loaded = await gatesUnderLoad(spread(faults, LOADED), HOGS, options);
    process.stdout.write(`${summaryOf(outcomes, loaded)}\n`);
    const text = `pnpm gates --faults ${faults.length} --seeds ${seeds} --explore ${explore} --runs ${runs}`;
    if (write) await writeFile(PAGE, wrapped(gatesPage(outcomes, loaded, { command: text, runs })));
    process.exitCode = holds(outcomes, loaded) ? 0 : 1;
  } finally {
    responder.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The outcomes in the order of the faults. The second fault of each comes from the other half of the catalogue. */
async function triedAll(
  faults: readonly MeasuredFault[],
  options: TrialOptions,
  keep: string | undefined,
): Promise<TrialOutcome[]> {
  const kept = keep !== undefined && existsSync(keep) ? await keptOutcomes(keep) : [];
  const outcomes: TrialOutcome[] = [];
  const half = Math.ceil(faults.length / 2);
  await inParallel(faults.entries(), AT_ONCE, async ([index, fault]) => {
    const opposite = (index + half) % faults.length;
    const second = otherOf(fault, [...faults.slice(opposite), ...faults.slice(0, opposite)]);
    const began = performance.now();
    const known = kept.find(({ fault: name }) => name === fault.name);
    const outcome = known ?? (await tried(fault, second, options));
    outcomes[index] = outcome;
    if (keep !== undefined && known === undefined) await appendFile(keep, `${JSON.stringify(outcome)}\n`);
    const word = isSteady(outcome) ? 'holds' : 'FLAPS';
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    process.stdout.write(
      `${[`${word} ${JSON.stringify({ ...outcome, notes: undefined })} ${seconds} s`, ...outcome.notes].join('\n  ')}\n`,
    );
  });
  return outcomes;
}

async function keptOutcomes(file: string): Promise<readonly TrialOutcome[]> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as TrialOutcome);
}

/** Whether a run on a server with the fault ends with 1: recommendations end none. */
function turnsRed({ caughtBy, fires }: MeasuredFault): boolean {
  return Object.hasOwn(fires, caughtBy) && RULES.some(({ id, level }) => id === caughtBy && level === 'must');
}

/** The first fault of another family: two faults of one family can hide each other. */
function otherOf(fault: MeasuredFault, others: readonly MeasuredFault[]): MeasuredFault {
  return others.find(({ caughtBy }) => familyOf(caughtBy) !== familyOf(fault.caughtBy)) ?? fault;
}

/** The family of a rule: `watch` of `watch/answers-a-stream`. */
function familyOf(rule: string): string {
  return rule.slice(0, rule.indexOf('/'));
}

/** A selection of the faults, spread over the catalogue. */
function spread(faults: readonly MeasuredFault[], most: number): MeasuredFault[] {
  const step = Math.max(1, faults.length / most);
  return Array.from({ length: Math.min(most, faults.length) }, (_, index) => faults[Math.floor(index * step)]).filter(
    (fault) => fault !== undefined,
  );
}

await runMain(main);
