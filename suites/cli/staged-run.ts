import { RULES } from '../rules/index.ts';
import type { Assignment, RunConfig } from '../engine/run-config.ts';
import type { Rule } from '../rules/rule.ts';
import { INTERRUPTED_RUN, type JudgedRun } from './ending.ts';
import { againOf } from './intent.ts';
import { namespaceNeeds } from './plan/namespace-needs.ts';
import { probesFor } from './plan/probes.ts';
import { referenceOnDemand } from './servers/reference-on-demand.ts';
import type { RunScene } from './run-scene.ts';
import { openStage, type Stage } from './stage.ts';

/**
 * How often an update of a baseline sends a racing case. A gate sends it once. So a race that fails one time in ten
 * is in the baseline of nearly every update, and a gate seldom finds one that is not.
 */
const RACE_TRIES = 12;

/**
 * Prepares the target and judges there. An unusable target is a result, not an error; so is an interrupt, which cuts
 * all requests.
 */
export async function judgeOnStage(
  { intent, options, today, tally, footprint, runRules }: RunScene,
  signal: AbortSignal,
): Promise<JudgedRun> {
  const { flags, assignments } = intent;
  if (signal.aborted) return { verdicts: [], stopped: INTERRUPTED_RUN };
  await using reference = referenceOnDemand(intent.run, flags.dialect);
  const setting = openStage(options, {
    run: intent.run,
    // There are never more concurrent cases than pairs to judge.
    slots: Math.max(1, Math.min(flags.concurrency, assignments.length)),
    operations: intent.operations,
    prefix: flags.namespacePrefix ?? 'plumbline',
    needed: namespaceNeeds(assignments),
    timeoutMs: flags.timeout,
    probes: probesFor(rulesOf(assignments), intent.kinds),
    footprint,
    signal,
    ...(flags.namespace === undefined ? {} : { namespace: flags.namespace }),
    ...(flags.record === undefined ? {} : { record: flags.record }),
  });
  const config = setting.then((stage) =>
    'unusable' in stage ? undefined : configOf({ intent, options, today, footprint }, stage, reference.channel),
  );
  const judging =
    assignments.length === 0
      ? []
      : runRules(config, { run: intent.run, concurrency: flags.concurrency }, tally, signal);
  const stage = await setting;
  if ('unusable' in stage && !signal.aborted) return { verdicts: ['blocked'], stopped: stage.unusable, unusable: true };
  const faults = await judging;
  await tally.saved();
  if (signal.aborted) return { verdicts: [], stopped: INTERRUPTED_RUN };
  return faults[0] === undefined ? { verdicts: [] } : { verdicts: ['broken'], stopped: faults[0] };
}

function configOf(
  { intent, options, today, footprint: { recorded } }: Pick<RunScene, 'intent' | 'options' | 'today' | 'footprint'>,
  stage: Stage,
  channel: string,
): RunConfig {
  const { flags, run, dialect, seed, baseline, stored, whole, assignments, walks, kinds, replayed } = intent;
  const { watches, connections } = stage.watchRoom ?? {};
  return {
    run,
    target: { ...options, ...(connections === undefined ? {} : { connections }) },
    again: againOf(flags),
    choices: dialect.choices,
    seed,
    runs: flags.runs,
    ...(flags.updateBaseline === true ? { raceTries: RACE_TRIES, storesCases: true } : {}),
    walks,
    ...(kinds === undefined ? {} : { kinds }),
    concurrency: flags.concurrency,
    timeoutMs: flags.timeout,
    ...(flags.budget === undefined ? {} : { budgetMs: flags.budget }),
    bail: flags.bail === true,
    keep: flags.keep === true,
    reportDirectory: flags.reportDir,
    ...(recorded === undefined ? {} : { record: recorded }),
    capabilities: stage.capabilities,
    ...(stage.firstMs === undefined ? {} : { firstMs: stage.firstMs }),
    ...(watches === undefined ? {} : { watchRoom: watches }),
    namespaces: stage.namespaces,
    assignments,
    whole,
    reference: { channel },
    ...(baseline === undefined ? {} : { known: { entries: baseline.entries, cases: stored, today } }),
    ...(replayed === undefined ? {} : { replayed: replayed.cases }),
  };
}

function rulesOf(assignments: readonly Assignment[]): Rule[] {
  const ids = new Set(assignments.map(({ rule }) => rule));
  return RULES.filter(({ id }) => ids.has(id));
}
