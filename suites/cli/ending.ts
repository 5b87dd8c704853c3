import type { DoneLine } from '../../shared/verdict-log/verdict-log.ts';
import { SPEC } from '../../spec/dialects/index.ts';
import { EXIT, type Verdict, worst } from '../../shared/verdict-log/verdict.ts';
import { exitCodeOf } from '../engine/run/exit-code.ts';
import { clearAway } from './clean-up/clearing.ts';
import { cleanUpCommand, hasOwnServer, leftBehind } from './clean-up/left-behind.ts';
import { likelyDialect } from './likely-dialect.ts';
import { INTERRUPTED } from './on-interrupt.ts';
import type { RunScene } from './run-scene.ts';

/** The end of judging. */
export interface JudgedRun {
  /** Verdicts that count besides those of the judged pairs, such as `blocked` for an unusable target. */
  readonly verdicts: readonly Verdict[];
  /** Why it ended early, in one line. */
  readonly stopped?: string;
  /** Whether the target could not be judged at all. */
  readonly unusable?: true;
}

interface Settled extends JudgedRun {
  /** Why pairs have no verdict; absent if all have one. */
  readonly unjudged?: string;
}

/** The end of a run. */
export interface RunEnding extends Settled {
  readonly leftovers: readonly string[];
  /** Whether a second interrupt cut the clean-up short. */
  readonly atOnce?: true;
}

/** Why an interrupted run stopped. */
export const INTERRUPTED_RUN = 'interrupted';

/** Adds the verdicts of the judged pairs, and why the others have none. */
export function settled({ intent, tally }: RunScene, judged: JudgedRun): Settled {
  if (judged.unusable === true || tally.unsettled(intent.assignments) === 0)
    return { ...judged, verdicts: [...tally.verdicts, ...judged.verdicts] };
  const unknown: readonly Verdict[] = judged.stopped === INTERRUPTED_RUN ? ['inconclusive'] : [];
  return {
    ...judged,
    verdicts: [...tally.verdicts, ...judged.verdicts, ...unknown],
    unjudged: `not judged: ${judged.stopped ?? 'the run ended before'}`,
  };
}

/** Removes the run's objects from its target. @returns the leftovers, for the reports */
export async function cleared({ intent: { flags, run }, options, footprint }: RunScene): Promise<readonly string[]> {
  if (flags.keep === true || footprint.isEmpty) return [];
  const { left } = await clearAway(options, run, footprint, { withinMs: flags.clearWithin });
  return leftBehind(left, hasOwnServer(flags) ? undefined : cleanUpCommand(run, flags));
}

/**
 * Ends a run that was interrupted twice: nothing more is removed. Prints the leftovers on stderr, because the
 * reports may come later than the prompt.
 */
export function cutShort(scene: RunScene): RunEnding {
  const {
    intent: { flags, run },
    footprint,
  } = scene;
  const leftovers =
    hasOwnServer(flags) || flags.keep === true
      ? []
      : leftBehind(footprint.left('not cleared away'), cleanUpCommand(run, flags));
  for (const line of leftovers) process.stderr.write(`${line}\n`);
  return { ...settled(scene, { verdicts: [], stopped: INTERRUPTED_RUN }), leftovers, atOnce: true };
}

/** The last line of the verdict log. */
export function doneLine(
  { intent, watch, tally, footprint }: RunScene,
  { verdicts, stopped, unjudged, leftovers, unusable, atOnce }: RunEnding,
  durationMs: number,
): DoneLine {
  const stale = unusable === true || atOnce === true ? [] : (watch?.stale(intent.rules) ?? []);
  const all: readonly Verdict[] = stale.length === 0 ? verdicts : [...verdicts, 'failed'];
  const likely = intent.dialect.name === SPEC.name ? likelyDialect(tally.failedRules) : undefined;
  const notes = likely === undefined ? tally.notes : [...tally.notes, likely];
  return {
    kind: 'done',
    verdict: worst(all),
    exitCode: atOnce === true ? INTERRUPTED : unusable === true ? EXIT.unreachable : exitCodeOf(all),
    durationMs: Math.round(durationMs),
    requests: tally.requests + footprint.requests,
    ...(stopped === undefined ? {} : { stopped }),
    ...(unjudged === undefined ? {} : { unjudged }),
    ...(notes.length === 0 ? {} : { notes }),
    leftovers,
    ...(unusable === true ? {} : { exercised: tally.exercised() }),
    ...(watch === undefined ? {} : { stale }),
  };
}
