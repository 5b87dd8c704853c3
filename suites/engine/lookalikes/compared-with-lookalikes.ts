import type { LookalikeLine } from '../../../shared/verdict-log/verdict-log.ts';
import { namableFaults } from '../../../shared/verdict-log/stored-matrix.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { likeliestFaults, rulesOf } from './likeliest-faults.ts';
import { Lookalikes, type LookalikeServers } from './lookalikes.ts';
import type { RunFindings } from './run-findings.ts';
import { tryCases } from './try-cases.ts';

/** How long the rounds may take, in milliseconds. */
const LIMITS = { likeliestMs: 10_000, othersMs: 5_000, survivorsMs: 5_000 };

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
 * Sends the failing cases of a run to servers with known faults, in less than half a minute, and resolves with how
 * they ended there. `start` is called only if there is a case to send.
 */
export async function comparedWithLookalikes(
  { run, choices, signal, findings }: ComparedRun,
  start: () => Promise<LookalikeServers>,
): Promise<readonly LookalikeLine[]> {
  if (findings.isEmpty) return [];
  const faults = likeliestFaults(findings, namableFaults());
  const lookalikes = new Lookalikes(await start(), { run: `${run}x`, choices, timeoutMs: TIMEOUT_MS });
  try {
    return await tryCases(
      {
        cases: findings.cases(),
        likeliest: (rule) => faults.filter((fault) => rulesOf(fault).includes(rule)).map(({ name }) => name),
        outcome: (failing, fault) => lookalikes.outcome(failing, fault),
      },
      { ...LIMITS, ...(signal === undefined ? {} : { signal }) },
    );
  } finally {
    await lookalikes.close();
  }
}
