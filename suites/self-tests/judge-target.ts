import type { VerdictLine } from '../../shared/verdict-log/verdict-log.ts';
import { type DialectChoices, SPEC } from '../../spec/dialects/index.ts';
import { neededOperations, type Pair } from '../cli/needed-operations.ts';
import { clearAway } from '../cli/clearing.ts';
import { Footprint } from '../cli/footprint.ts';
import { openStage, type Stage } from '../cli/stage.ts';
import { judgeAssignment } from '../engine/run/judge-assignment.ts';
import { openRun } from '../engine/run/open-run.ts';
import { answerReferenceRequests, type Controllers } from '../engine/run/reference-request.ts';
import type { Assignment, RunConfig } from '../engine/run-config.ts';
import { RULES } from '../rules/index.ts';
import { needsLoops, needsProtobuf } from '../rules/needs.ts';
import { type Capabilities, type Loop, loopId } from '../target/capabilities.ts';

export interface JudgeOptions {
  /** Short name of the run, a DNS label. */
  readonly run: string;
  readonly choices?: DialectChoices;
  /** Cases under way at the same time; default 2. */
  readonly concurrency?: number;
  /** How long to wait for what must come, in milliseconds; default 3000. */
  readonly timeoutMs?: number;
  /** What is going to be judged, so that no more is asked of the target than that takes; default anything. */
  readonly assignments?: readonly Assignment[];
  /** Where to remove what was made, if the server itself may not do it; default the server. */
  readonly clearAt?: string;
  /** Whether control loops are known to be at work; default where one of the assignments is about them. */
  readonly loops?: boolean;
  /** What the cases are drawn by; default 1. */
  readonly seed?: number;
  /** How long each counterexample may be made smaller, in milliseconds; default 0. */
  readonly shrinkMs?: number;
  /** Where a reference server listens that is sent what fails as well; default nowhere. */
  readonly reference?: (controllers: Controllers) => Promise<string>;
  /** The folder in which reports name saved cases; default that of the command line. */
  readonly reportDirectory?: string;
  /** The one namespace to work in; default some that are made for the run. */
  readonly namespace?: string;
}

export interface Amount {
  /** Cases per rule, spread over its operations. */
  readonly runs: number;
  /** Whether to stop at the first must-rule that fails. */
  readonly bail: boolean;
  /** All pairs among which `runs` is shared; default those that are judged. */
  readonly whole?: readonly Assignment[];
  /** Walks through many kinds that every rule reads besides; default none. */
  readonly walks?: number;
}

/** A server made ready to be judged in this process: what `pnpm conformance` does, without vitest and reports round it. */
export interface JudgedTarget {
  judge(assignments: readonly Assignment[], amount: Amount): Promise<VerdictLine[]>;
  /** Removes what was made on it, and disconnects. */
  close(): Promise<void>;
}

const ALL_LOOPS: Capabilities = Object.fromEntries(
  (['deployments', 'jobs', 'scheduler', 'nodes'] satisfies Loop[]).map((loop) => [loopId(loop), { offer: 'offered' }]),
);

/** Machines that run tests are busy: an answer that takes its time says nothing of the server. */
const ANSWERED_WITHIN_MS = 20_000;
const CLEARED_WITHIN_MS = 60_000;

/** Makes a server ready: namespaces of its own, and what it offers. */
export async function openTarget(
  url: string,
  {
    run,
    choices = SPEC.choices,
    concurrency = 2,
    timeoutMs = 3_000,
    assignments,
    loops,
    seed = 1,
    clearAt = url,
    shrinkMs = 0,
    reference,
    reportDirectory = 'plumbline-report',
    namespace,
  }: JudgeOptions,
): Promise<JudgedTarget> {
  const pairs = assignments?.map(pairOf);
  const needed = pairs === undefined ? {} : { operations: neededOperations(pairs, choices) };
  // A busy machine may take longer than a probe waits for loops to act: that they are there is known.
  const acting = (loops ?? pairs?.some(({ rule }) => needsLoops(rule)) ?? false) ? ALL_LOOPS : {};
  const target = { url, timeoutMs: Math.max(timeoutMs, ANSWERED_WITHIN_MS) };
  const protobuf = pairs?.some(({ rule }) => needsProtobuf(rule)) ?? true;
  const footprint = new Footprint();
  const stage = await openStage(target, {
    run,
    slots: concurrency,
    prefix: 'plumbline',
    needed: 'the rules need a namespace',
    timeoutMs,
    probes: { loops: new Set(), ...(protobuf ? { protobuf: 'configmaps' } : {}) },
    footprint,
    ...(namespace === undefined ? {} : { namespace }),
    ...needed,
  });
  if ('unusable' in stage) throw new Error(stage.unusable);
  let turns = 0;
  const channel = `plumbline-self-test-${run}-${process.pid}`;
  const answering =
    reference === undefined
      ? undefined
      : answerReferenceRequests(channel, async (controllers) => ({ url: await reference(controllers) }));
  return {
    async judge(assignments, amount) {
      turns += 1;
      return judgeAll({
        ...configOf(target, seed, timeoutMs, { ...stage, capabilities: { ...stage.capabilities, ...acting } }),
        run: `${run}${turns}`,
        choices,
        concurrency,
        shrinkMs,
        reportDirectory,
        ...(answering === undefined ? {} : { reference: { channel } }),
        assignments,
        ...amount,
      });
    },
    async close() {
      answering?.close();
      await clearAway({ ...target, url: clearAt }, run, footprint, { withinMs: CLEARED_WITHIN_MS });
    },
  };
}

/** Judges a server by some rules and operations until one fails, and leaves it as it was. */
export async function judgeTarget(
  url: string,
  { runs, ...options }: JudgeOptions & { readonly assignments: readonly Assignment[]; readonly runs: number },
): Promise<VerdictLine[]> {
  const target = await openTarget(url, options);
  try {
    return await target.judge(options.assignments, { runs, bail: true });
  } finally {
    await target.close();
  }
}

function pairOf({ rule: ruleId, operation: operationId }: Assignment): Pair {
  const rule = RULES.find(({ id }) => id === ruleId);
  const operation = rule?.operations.find(({ id }) => id === operationId);
  if (rule === undefined || operation === undefined) throw new RangeError(`no rule '${ruleId}' over '${operationId}'`);
  return { rule, operation };
}

function configOf(
  target: RunConfig['target'],
  seed: number,
  timeoutMs: number,
  stage: Stage,
): Omit<RunConfig, 'run' | 'choices' | 'concurrency' | 'shrinkMs' | 'reportDirectory' | 'assignments' | keyof Amount> {
  return {
    target,
    seed,
    timeoutMs,
    capabilities: stage.capabilities,
    namespaces: stage.namespaces,
  };
}

/** All assignments, so many at a time. */
async function judgeAll(config: RunConfig): Promise<VerdictLine[]> {
  const open = openRun(config);
  const verdicts: VerdictLine[] = [];
  const left = [...config.assignments];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      verdicts.push(await judgeAssignment(next, config, open), ...open.verdictsBesides());
  };
  try {
    await Promise.all(Array.from({ length: config.concurrency }, worker));
    return verdicts;
  } finally {
    await open.close();
  }
}
