import type { LookalikeLine } from '../../../shared/verdict-log/verdict-log.ts';
import { storedMatrix } from '../../../shared/verdict-log/stored-matrix.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { failingCases } from './failing-cases.ts';
import { likeliestFaults, rulesOf, type RunFindings } from './likeliest-faults.ts';
import { Lookalikes, type LookalikeServers } from './lookalikes.ts';
import { tryCases } from './try-cases.ts';

/** How long the rounds may take, in milliseconds. */
const LIMITS = { firstMs: 12_000, secondMs: 6_000 };

/** How long a lookalike may take to respond, in milliseconds. */
const TIMEOUT_MS = 3_000;

export interface ComparedRun extends RunFindings {
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
  { run, choices, signal, ...findings }: ComparedRun,
  start: () => Promise<LookalikeServers>,
): Promise<readonly LookalikeLine[]> {
  const cases = failingCases(findings.failures);
  if (cases.length === 0) return [];
  const faults = likeliestFaults(findings, storedMatrix().faults);
  const lookalikes = new Lookalikes(await start(), { run: `${run}x`, choices, timeoutMs: TIMEOUT_MS });
  try {
    return await tryCases(
      {
        cases,
        likeliest: (rule) => faults.filter((fault) => rulesOf(fault).includes(rule)).map(({ name }) => name),
        outcome: (failing, fault) => lookalikes.outcome(failing, fault),
      },
      { ...LIMITS, ...(signal === undefined ? {} : { signal }) },
    );
  } finally {
    await lookalikes.close();
  }
}
