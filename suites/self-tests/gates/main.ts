import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import type { MeasuredFault } from '../../../shared/verdict-log/kill-matrix.ts';
import { storedMatrix } from '../kill-matrix/stored-matrix.ts';
import { startListening } from '../listening-process.ts';
import { Gate } from './gate.ts';

/** Rules of a fault that its gate judges: more of them take longer and show nothing else. */
const MOST_RULES = 6;

const SERVER = 'reference-server/cli/quick-start.mjs';
const PROXY = 'proxy/cli/quick-start.mjs';

/** What the gates of one fault did. */
interface Outcome {
  readonly falseReds: number;
  readonly wronglyStale: number;
  /** Whether every entry was reported as gone once the fault was taken away. */
  readonly allGone: boolean;
  readonly newFaultIsRed: boolean;
  /** Runs with other seeds that found something new. */
  readonly exploredReds: number;
}

/** Measures whether gates hold still: faults of all families, each with a baseline of its own. Exits 1 if one flaps. */
async function main(args: readonly string[]): Promise<void> {
  const command = new Command('gates')
    .description(
      'Writes a baseline for each of some faults, then gates the same server, the mended server, and one with a further fault.',
    )
    .option('--faults <n>', 'how many faults', count, 60)
    .option('--only <name,...>', 'these faults instead')
    .option('--seeds <n>', 'how many baselines of each, each with a seed of its own', count, 10)
    .option('--runs <n>', 'cases per rule', count, 10)
    .allowExcessArguments(false);
  const {
    faults: most,
    only,
    seeds,
    runs,
  } = command.parse(args, { from: 'user' }).opts<{ faults: number; only?: string; seeds: number; runs: number }>();
  const measured = storedMatrix().faults.filter(({ fires }) => Object.keys(fires).length > 0);
  const names = only?.split(',');
  const faults = names === undefined ? spread(measured, most) : measured.filter(({ name }) => names.includes(name));
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-gates-'));
  await using server = await startListening(SERVER, '--port', '0');
  let bad = 0;
  for (const [index, fault] of faults.entries()) {
    const other = faults[(index + Math.ceil(faults.length / 2)) % faults.length] ?? fault;
    for (let seed = 1; seed <= seeds; seed += 1) {
      const outcome = await tried(fault, other, {
        folder: join(folder, `${fault.name}-${seed}`),
        url: server.url,
        seed,
        runs,
      });
      const holds = outcome.falseReds === 0 && outcome.wronglyStale === 0 && outcome.allGone;
      if (!holds || !outcome.newFaultIsRed) bad += 1;
      process.stdout.write(`${holds ? 'holds' : 'FLAPS'}  ${fault.name} seed ${seed}: ${JSON.stringify(outcome)}\n`);
    }
  }
  await rm(folder, { recursive: true, force: true });
  process.stdout.write(`${faults.length} faults x ${seeds} seeds: ${bad} gates that flap or miss a new fault\n`);
  process.exitCode = bad === 0 ? 0 : 1;
}

interface Trial {
  readonly folder: string;
  /** Of a server without faults. */
  readonly url: string;
  readonly seed: number;
  readonly runs: number;
}

async function tried(fault: MeasuredFault, other: MeasuredFault, { folder, url, seed, runs }: Trial): Promise<Outcome> {
  await mkdir(folder);
  await using broken = await startListening(PROXY, 'faults', '--target', url, '--fault', fault.name, '--port', '0');
  await using worse = await startListening(
    PROXY,
    'faults',
    '--target',
    broken.url,
    '--fault',
    other.name,
    '--port',
    '0',
  );
  const gate = new Gate(folder, [...rulesOf(fault), ...rulesOf(other)], runs);
  await gate.run(broken.url, '--seed', String(seed), '--update-baseline');
  const same = await gate.run(broken.url, '--gate');
  const explored = await gate.run(broken.url, '--seed', String(seed + 1000));
  const further = await gate.run(worse.url, '--gate');
  const mended = await gate.run(url, '--gate');
  for (const line of [
    ...same.red,
    ...same.stale,
    ...explored.red.map((line) => `with another seed: ${line}`),
    ...explored.stale,
    ...mended.red,
  ])
    process.stdout.write(`  ${line}\n`);
  return {
    falseReds: same.exitCode === 0 ? 0 : 1,
    wronglyStale: same.stale.length + explored.stale.length,
    allGone: mended.stale.length === (await gate.entries()),
    newFaultIsRed: further.exitCode === 1,
    exploredReds: explored.exitCode === 0 ? 0 : 1,
  };
}

/** The rule that a fault names, and some of the others that fail on it. */
function rulesOf({ caughtBy, fires }: MeasuredFault): string[] {
  return [...new Set([caughtBy, ...Object.keys(fires)])].slice(0, MOST_RULES);
}

/** So many of the faults, spread over all families. */
function spread(faults: readonly MeasuredFault[], most: number): MeasuredFault[] {
  const step = Math.max(1, faults.length / most);
  return Array.from({ length: Math.min(most, faults.length) }, (_, index) => faults[Math.floor(index * step)]).filter(
    (fault) => fault !== undefined,
  );
}

function count(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('give a whole number from 1 on.');
  return number;
}

await main(process.argv.slice(2));
