import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MeasuredFault } from '../../../shared/verdict-log/kill-matrix.ts';
import type { ListeningProcess } from '../../../shared/process/listening-line.ts';
import { operationById } from '../../../spec/surface/operations.ts';
import { resourceById } from '../../../spec/surface/resources.ts';
import { needsControllers } from '../../rules/needs.ts';
import { OWNING_RULES } from '../../rules/owners.ts';
import { RULES } from '../../rules/index.ts';
import type { RunRules } from '../../engine/run/vitest-run.ts';
import { whereItShows } from '../kill-matrix/where-it-shows.ts';
import { startListening } from '../listening-process.ts';
import { Gate, type GateRun, type GateSelection } from './gate.ts';

/** The results of the gates of one faulty server, over all seeds. */
export interface TrialOutcome {
  readonly fault: string;
  readonly rule: string;
  /** Baselines written, each under another seed. */
  readonly baselines: number;
  /** Baselines without an entry: the cases of that seed did not find the fault. */
  readonly empty: number;
  /** Entries of all baselines. */
  readonly entries: number;
  /** Runs of a gate on the unchanged server that were not green. */
  readonly falseReds: number;
  /** Entries that a run on the unchanged server reported as gone, random seeds included. */
  readonly wronglyStale: number;
  /** Gates that did not report every entry as gone, in one run, after the fault was removed. */
  readonly notGone: number;
  /** Gates that found a failure on the server without the fault. */
  readonly mendedReds: number;
  /**
   * Whether the gate was red after a second fault was added: a rule failed, or was blocked because an operation
   * fails.
   */
  readonly newFaultIsRed: boolean;
  /**
   * Runs under another seed than the baseline's, and those of them that found something that the baseline does not
   * list.
   */
  readonly explored: number;
  readonly exploredReds: number;
  /** The reasons, for people: a line each. */
  readonly notes: readonly string[];
}

export interface TrialOptions {
  readonly folder: string;
  readonly seeds: number;
  /** Further seeds for exploring each first baseline. */
  readonly explore: number;
  readonly runs: number;
  readonly runRules: RunRules;
}

/** The rules of a fault that its gate judges: more of them take longer and show nothing else. */
const MOST_RULES = 3;

const SERVER = 'reference-server/cli/quick-start.mjs';
const PROXY = 'proxy/cli/quick-start.mjs';

/**
 * Writes a baseline under each seed for a server with a fault, and gates that server, the mended one, and one with a
 * second fault.
 */
export async function tried(
  fault: MeasuredFault,
  second: MeasuredFault,
  { folder, seeds, explore, runs, runRules }: TrialOptions,
): Promise<TrialOutcome> {
  await using servers = await startServers(fault, second);
  const notes: string[] = [];
  const note = (what: string, { exitCode, red, stale }: GateRun): void =>
    void notes.push(...[...red, ...stale].map((line) => `${what}, exit ${exitCode}: ${line}`));
  const counted = { empty: 0, entries: 0, falseReds: 0, wronglyStale: 0, notGone: 0, mendedReds: 0, exploredReds: 0 };
  let newFaultIsRed = false;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const place = join(folder, `${fault.name}-${seed}`);
    await mkdir(place);
    const isFirst = seed === 1;
    const gate = new Gate({
      folder: place,
      selection: isFirst ? selectionOf(fault, second) : selectionOf(fault),
      runs,
    });
    const entries = await gate.write(runRules, servers.faulty, seed);
    counted.entries += entries.length;
    if (entries.length === 0) counted.empty += 1;
    const same = await gate.run(runRules, servers.faulty, '--gate');
    if (same.exitCode !== 0) counted.falseReds += 1;
    counted.wronglyStale += same.stale.length;
    note(`unchanged, seed ${seed}`, same);
    const mended = await gate.run(runRules, servers.sound, '--gate');
    if (mended.red.length > 0) counted.mendedReds += 1;
    if (mended.stale.length !== entries.length) counted.notGone += 1;
    if (mended.red.length > 0 || mended.stale.length !== entries.length)
      note(`mended, seed ${seed}, ${mended.stale.length} of ${entries.length} gone`, mended);
    if (!isFirst) continue;
    const worse = await gate.run(runRules, servers.worse, '--gate');
    newFaultIsRed = worse.red.length > 0;
    if (!newFaultIsRed) note(`with ${second.name}`, worse);
    for (let other = 2; other <= explore + 1; other += 1) {
      const explored = await gate.run(runRules, servers.faulty, '--seed', String(other));
      if (explored.red.length > 0) counted.exploredReds += 1;
      counted.wronglyStale += explored.stale.length;
      note(`explored by seed ${other}`, explored);
    }
  }
  return {
    fault: fault.name,
    rule: fault.caughtBy,
    baselines: seeds,
    explored: explore,
    newFaultIsRed,
    notes,
    ...counted,
  };
}

/** The server with the fault, the one with both, and the correct one. */
export interface TrialServers extends AsyncDisposable {
  readonly faulty: string;
  readonly worse: string;
  readonly sound: string;
}

/** Servers of one trial, so objects that one faulty server does not delete slow no other trial. */
export async function startServers(fault: MeasuredFault, second: MeasuredFault): Promise<TrialServers> {
  const started: ListeningProcess[] = [];
  const start = async (...args: Parameters<typeof startListening>): Promise<string> => {
    const process = await startListening(...args);
    started.unshift(process);
    return process.url;
  };
  const quiet = await start(SERVER, '--port', '0');
  // Faults of controllers bring controllers of their own, so the mended server has some too.
  const sound = isOfControllers(fault) ? await start(SERVER, '--port', '0', '--controllers', 'on') : quiet;
  const faulty = await start(PROXY, 'faults', '--target', quiet, '--fault', fault.name, '--port', '0');
  const worse = await start(PROXY, 'faults', '--target', faulty, '--fault', second.name, '--port', '0');
  return {
    faulty,
    worse,
    sound,
    async [Symbol.asyncDispose]() {
      for (const process of started) await process[Symbol.asyncDispose]();
    },
  };
}

function isOfControllers({ caughtBy }: MeasuredFault): boolean {
  return RULES.some((rule) => rule.id === caughtBy && needsControllers(rule));
}

/**
 * The selection of a gate: for each fault the rule that it names and others that fail on it, on the kinds where they
 * were found.
 */
export function selectionOf(...faults: readonly MeasuredFault[]): GateSelection {
  const kinds = faults.map((fault) => kindOf(whereItShows(fault)));
  return {
    rules: [...new Set(faults.flatMap(rulesOf))],
    kinds: kinds.some((kind) => kind === undefined) ? [] : [...new Set(kinds)].filter((kind) => kind !== undefined),
  };
}

function rulesOf({ caughtBy, fires }: MeasuredFault): readonly string[] {
  const failing = [...new Set([caughtBy, ...Object.keys(fires)])];
  // A rule whose precondition fails is blocked; only the failure of the rule that owns the precondition can be in a
  // baseline.
  return [...failing.slice(0, MOST_RULES), ...failing.filter((id) => OWNING_RULES.some((owner) => owner.id === id))];
}

/** The plural of an operation's kind; `undefined` if it has none. */
function kindOf(operation: string | undefined): string | undefined {
  const resource = operation === undefined ? undefined : operationById(operation)?.resource;
  return resource === undefined ? undefined : resourceById(resource).plural;
}
