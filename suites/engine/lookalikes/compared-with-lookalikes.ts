import type { LookalikeLine } from '../../../shared/verdict-log/verdict-log.ts';
import { namableFaults } from '../../../shared/verdict-log/stored-matrix.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { likeliestFaults, likeliestFor } from './likeliest-faults.ts';
import { Lookalikes, type LookalikeServers } from './lookalikes.ts';
import type { RunFindings } from './run-findings.ts';
import { type RoundLimits, tryCases } from './try-cases.ts';

/** How long the rounds may take, in milliseconds, on a machine that is so many times slower than an idle one. */
function limitsOf(slowness: number): RoundLimits {
  return { likeliestMs: 14_000 * slowness, othersMs: 6_000 * slowness, survivorsMs: 26_000 * slowness };
}

/** How long the servers take to start on an idle machine, in milliseconds. */
const STARTED_WITHIN_MS = 2_000;

/** The greatest slowness that is allowed for. */
const SLOWEST = 4;

/** How long a lookalike may take to respond, in milliseconds. */
const TIMEOUT_MS = 3_000;

export interface ComparedRun {
  readonly findings: RunFindings;
  /** Short name of the run, a DNS label. */
  readonly run: string;
  readonly choices: DialectChoices;
  /** Stops the comparison. */
  readonly signal?: AbortSignal;
}

/**
 * Sends the failing cases of a run to servers with known faults, and resolves with how they ended there. `start` is
 * called only if there is a case to send. That takes 46 seconds at most. If the servers start slowly, because the
 * machine is busy, the cases get more time too, so that a report names the same bugs there.
 */
export async function comparedWithLookalikes(
  { run, choices, signal, findings }: ComparedRun,
  start: () => Promise<LookalikeServers>,
): Promise<readonly LookalikeLine[]> {
  if (findings.isEmpty) return [];
  const faults = likeliestFaults(findings, namableFaults());
  const began = performance.now();
  const servers = await start();
  const slowness = Math.min(Math.max((performance.now() - began) / STARTED_WITHIN_MS, 1), SLOWEST);
  const lookalikes = new Lookalikes(servers, { run: `${run}x`, choices, timeoutMs: TIMEOUT_MS });
  try {
    return await tryCases(
      {
        cases: findings.cases(),
        likeliest: (rule) => likeliestFor(rule, faults).map(({ name }) => name),
        outcome: (failing, fault) => lookalikes.outcome(failing, fault),
      },
      { ...limitsOf(slowness), ...(signal === undefined ? {} : { signal }) },
    );
  } finally {
    await lookalikes.close();
  }
}
