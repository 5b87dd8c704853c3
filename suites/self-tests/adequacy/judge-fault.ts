import type { ListedGeneratedFault } from '../../../fixtures/formats/generated-faults.ts';
import type { VerdictLine } from '../../../fixtures/formats/verdict-log.ts';
import { walksOf } from '../../engine/walks.ts';
import { levelOf } from '../../engine/judged-rules.ts';
import type { Amount } from '../judge-target.ts';
import { openTarget } from '../judge-target.ts';
import { ALL_PAIRS, pairsFor } from './pairs.ts';

/** Where a fault stands, and where what is made on it is cleared away: at the server behind it. */
export interface Place {
  readonly url: string;
  readonly upstream: string;
  /** Short name of the run, a DNS label. */
  readonly run: string;
}

/** The first must-rule that failed, with its operation. */
export interface Killer {
  readonly rule: string;
  readonly operation: string;
  /** Whether the operation is one on which the fault shows. */
  readonly found: 'near' | 'far';
}

export interface Effort {
  /** Cases per rule, as those of a run. */
  readonly runs: number;
  /** Whether to leave out the rules on other operations than those on which the fault shows. */
  readonly nearOnly: boolean;
}

const PATIENT = { concurrency: 6, timeoutMs: 5_000 } as const;

/**
 * Judges a server with one fault until a must-rule fails: first by the rules on the operations where it shows, then by everything else, each pair
 * with as many cases as a run of that amount gives it.
 * @returns what failed, or `undefined` if such a run passes
 */
export async function judgeFault(fault: ListedGeneratedFault, { url, upstream, run }: Place, { runs, nearOnly }: Effort): Promise<Killer | undefined> {
  const { near, rest } = pairsFor(fault);
  const amount: Amount = { runs, bail: true, whole: ALL_PAIRS };
  const target = await openTarget(url, { run, clearAt: upstream, ...PATIENT });
  try {
    const seen = failedIn(await target.judge(near, amount));
    if (seen !== undefined) return { ...seen, found: 'near' };
    if (nearOnly) return undefined;
    const beyond = failedIn(await target.judge(rest, { ...amount, walks: walksOf(runs) }));
    return beyond === undefined ? undefined : { ...beyond, found: 'far' };
  } finally {
    await target.close();
  }
}

function failedIn(verdicts: readonly VerdictLine[]): Pick<Killer, 'rule' | 'operation'> | undefined {
  const failed = verdicts.find(({ verdict, rule }) => verdict === 'failed' && levelOf(rule) === 'must');
  return failed === undefined ? undefined : { rule: failed.rule, operation: failed.operation };
}
