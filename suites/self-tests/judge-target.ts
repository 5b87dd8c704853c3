import { inParallel } from '../../shared/in-parallel.ts';
import type { VerdictLine } from '../../shared/verdict-log/verdict-log.ts';
import { type DialectChoices, SPEC } from '../../spec/dialects/index.ts';
import { neededOperations, type RuleOnOperation } from '../cli/plan/needed-operations.ts';
import { clearAway } from '../cli/clean-up/clearing.ts';
import { Footprint } from '../cli/clean-up/footprint.ts';
import { openStage, type Stage } from '../cli/stage.ts';
import { judgeAssignment } from '../engine/run/judge-assignment.ts';
import { inOrder } from '../engine/run/in-order.ts';
import { openRun } from '../engine/run/open-run.ts';
import { respondToReferenceRequests, type ReferenceControllers } from '../engine/run/reference-request.ts';
import type { Assignment, RunConfig } from '../engine/run-config.ts';
import { ruleById } from '../rules/index.ts';
import { needsControllers, needsProtobuf } from '../rules/needs.ts';
import { type Capabilities, type ControllerName, controllerId } from '../target/capabilities.ts';

export interface JudgeTargetOptions {
  /** Short name of the run, a DNS label. */
  readonly run: string;
  readonly choices?: DialectChoices;
  /** Cases under way at the same time; default 2. */
  readonly concurrency?: number;
  /** How long to wait for a response or event, in milliseconds; default 3000. */
  readonly timeoutMs?: number;
  /** The pairs to judge, which limit the probes of the target; default anything. */
  readonly assignments?: readonly Assignment[];
  /** The URL at which to remove the created objects; default the server itself. */
  readonly clearAt?: string;
  /** Whether workload controllers are known to act; by default if one of the assignments is about them. */
  readonly controllers?: boolean;
  /** The seed of the cases; default 1. */
  readonly seed?: number;
  /** Shrinking time of each counterexample, in milliseconds; default 0. */
  readonly shrinkMs?: number;
  /** The URL of a reference server that tries failing cases; default none. */
  readonly reference?: (controllers: ReferenceControllers) => Promise<string>;
  /** The folder in which reports name saved cases; default that of the command line. */
  readonly reportDirectory?: string;
  /** The only namespace to work in; by default namespaces are created for the run. */
  readonly namespace?: string;
}

export interface TargetEffort {
  /** Cases per rule, spread over its operations. */
  readonly runs: number;
  /** Whether to stop at the first must-rule that fails. */
  readonly bail: boolean;
  /** All pairs among which `runs` is shared; default the judged ones. */
  readonly whole?: readonly Assignment[];
  /** The number of mixed walks that every rule reads besides; default none. */
  readonly walks?: number;
}

/** A server prepared for judging in this process: the work of `pnpm conformance` without vitest and reports. */
export interface JudgedTarget {
  judge(assignments: readonly Assignment[], amount: TargetEffort): Promise<VerdictLine[]>;
  /** Removes the created objects, and disconnects. */
  close(): Promise<void>;
}

const ALL_CONTROLLERS: Capabilities = Object.fromEntries(
  (['deployments', 'jobs', 'scheduler', 'nodes'] satisfies ControllerName[]).map((name) => [
    controllerId(name),
    { offer: 'offered' },
  ]),
);

/** Machines that run tests are busy: a slow response proves nothing about the server. */
const ANSWERED_WITHIN_MS = 20_000;
const CLEARED_WITHIN_MS = 60_000;

/** Prepares a server: creates namespaces, and probes what it offers. */
export async function openTarget(
  url: string,
  {
    run,
    choices = SPEC.choices,
    concurrency = 2,
    timeoutMs = 3_000,
    assignments,
    controllers,
    seed = 1,
    clearAt = url,
    shrinkMs = 0,
    reference,
    reportDirectory = 'plumbline-report',
    namespace,
  }: JudgeTargetOptions,
): Promise<JudgedTarget> {
  const pairs = assignments?.map(pairOf);
  const needed = pairs === undefined ? {} : { operations: neededOperations(pairs, choices) };
  // A busy machine may take longer than a probe waits for controllers, and they are known to be there.
  const acting = (controllers ?? pairs?.some(({ rule }) => needsControllers(rule)) ?? false) ? ALL_CONTROLLERS : {};
  const target = { url, timeoutMs: Math.max(timeoutMs, ANSWERED_WITHIN_MS) };
  const protobuf = pairs?.some(({ rule }) => needsProtobuf(rule)) ?? true;
  const footprint = new Footprint();
  const stage = await openStage(target, {
    run,
    slots: concurrency,
    prefix: 'plumbline',
    needed: 'the rules need a namespace',
    timeoutMs,
    probes: { controllers: new Set(), ...(protobuf ? { protobuf: 'configmaps' } : {}), watches: 'configmaps' },
    footprint,
    ...(namespace === undefined ? {} : { namespace }),
    ...needed,
  });
  if ('unusable' in stage) throw new Error(stage.unusable);
  let turns = 0;
  const channel = `plumbline-self-test-${run}-${process.pid}`;
  const responder =
    reference === undefined
      ? undefined
      : respondToReferenceRequests(channel, async (controllers) => ({ url: await reference(controllers) }));
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
        ...(responder === undefined ? {} : { reference: { channel } }),
        assignments,
        ...amount,
      });
    },
    async close() {
      responder?.close();
      await clearAway({ ...target, url: clearAt }, run, footprint, { withinMs: CLEARED_WITHIN_MS });
    },
  };
}

/** Judges a server by some rules and operations until one fails, and cleans up. */
export async function judgeTarget(
  url: string,
  { runs, ...options }: JudgeTargetOptions & { readonly assignments: readonly Assignment[]; readonly runs: number },
): Promise<VerdictLine[]> {
  const target = await openTarget(url, options);
  try {
    return await target.judge(options.assignments, { runs, bail: true });
  } finally {
    await target.close();
  }
}

function pairOf({ rule: ruleId, operation: operationId }: Assignment): RuleOnOperation {
  const rule = ruleById(ruleId);
  const operation = rule?.operations.find(({ id }) => id === operationId);
  if (rule === undefined || operation === undefined) throw new RangeError(`no rule '${ruleId}' over '${operationId}'`);
  return { rule, operation };
}

function configOf(
  target: RunConfig['target'],
  seed: number,
  timeoutMs: number,
  stage: Stage,
): Omit<
  RunConfig,
  'run' | 'choices' | 'concurrency' | 'shrinkMs' | 'reportDirectory' | 'assignments' | keyof TargetEffort
> {
  return {
    target,
    seed,
    timeoutMs,
    capabilities: stage.capabilities,
    namespaces: stage.namespaces,
    ...(stage.watchRoom === undefined ? {} : { watchRoom: stage.watchRoom.watches }),
  };
}

/** Judges all assignments, several at a time. */
async function judgeAll(config: RunConfig): Promise<VerdictLine[]> {
  const open = openRun(config);
  const verdicts: VerdictLine[] = [];
  try {
    const { alone, together } = inOrder(config.assignments);
    const judge = async (assignment: Assignment): Promise<void> => {
      verdicts.push(await judgeAssignment(assignment, config, open), ...open.verdictsBesides());
    };
    await inParallel(alone, 1, judge);
    await inParallel(together, config.concurrency, judge);
    return verdicts;
  } finally {
    await open.close();
  }
}
