import type { Killer } from '../../../shared/verdict-log/adequacy.ts';
import type { ListedGeneratedFault } from '../../../shared/verdict-log/generated-faults.ts';
import type { VerdictLine } from '../../../shared/verdict-log/verdict-log.ts';
import { walksOf } from '../../engine/judging/sending/walks.ts';
import { levelOf } from '../../rules/index.ts';
import { type JudgedTarget, type TargetEffort, type JudgeTargetOptions, openTarget } from '../judge-target.ts';
import { killersOf } from './killers.ts';
import { ALL_PAIRS, pairsFor } from './pairs.ts';
import { storedAdequacy } from './stored-samples.ts';

/** The server with a fault, and the server behind it, where created objects are removed. */
export interface FaultyTarget {
  readonly url: string;
  readonly upstream: string;
  /** Short name of the run, a DNS label. */
  readonly run: string;
}

/** The result of a run for a fault; both members are absent if it passes. */
export interface FaultOutcome {
  readonly by?: Killer;
  /** The rule that blocks a pair although it did not fail: such a run ends with 3, and names no failure. */
  readonly blockedBy?: string;
}

export interface JudgingEffort {
  /** Cases per rule, as `--runs`. */
  readonly runs: number;
  /** Whether to leave out the rules on operations on which the fault does not show. */
  readonly nearOnly: boolean;
}

const PATIENT = { concurrency: 4, timeoutMs: 15_000 } as const;

const STORED = storedAdequacy();

/**
 * Judges a server with one fault until a must-rule fails: first by the rules on the operations where it shows, then
 * by everything else. Each pair gets as many cases as in a run with that `--runs`.
 */
export async function judgeFault(
  fault: ListedGeneratedFault,
  { url, upstream, run }: FaultyTarget,
  { runs, nearOnly }: JudgingEffort,
): Promise<FaultOutcome> {
  const { near, rest } = pairsFor(fault, killersOf(fault.family, STORED));
  const amount: TargetEffort = { runs, bail: true, whole: ALL_PAIRS };
  const target = await opened(url, { run, clearAt: upstream, ...PATIENT });
  try {
    const first = await target.judge(near, amount);
    const seen = failedIn(first);
    if (seen !== undefined) return { by: { ...seen, found: 'near' } };
    const second = nearOnly ? [] : await target.judge(rest, { ...amount, walks: walksOf(runs) });
    const beyond = failedIn(second);
    const blockedBy = [...first, ...second].find(({ verdict }) => verdict === 'blocked')?.blockedBy;
    return {
      ...(beyond === undefined ? {} : { by: { ...beyond, found: 'far' } }),
      ...(blockedBy === undefined ? {} : { blockedBy }),
    };
  } finally {
    await target.close();
  }
}

/** If the target refuses to create namespaces, it is judged in an existing one, as the error message advises. */
async function opened(url: string, options: JudgeTargetOptions): Promise<JudgedTarget> {
  try {
    return await openTarget(url, options);
  } catch {
    return openTarget(url, { ...options, namespace: 'default' });
  }
}

function failedIn(verdicts: readonly VerdictLine[]): Pick<Killer, 'rule' | 'operation'> | undefined {
  const failed = verdicts.find(({ verdict, rule }) => verdict === 'failed' && levelOf(rule) === 'must');
  return failed === undefined ? undefined : { rule: failed.rule, operation: failed.operation };
}
