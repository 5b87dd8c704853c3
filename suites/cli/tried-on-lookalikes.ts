import { once } from 'node:events';
import { errorMessage } from '../../shared/error-message.ts';
import type { LookalikeLine } from '../../shared/verdict-log/verdict-log.ts';
import { comparedWithLookalikes } from '../engine/lookalikes/compared-with-lookalikes.ts';
import { withTimeout } from '../../shared/process/timeout-signal.ts';
import type { RunScene } from './run-scene.ts';

/** More than the comparison ever takes, in milliseconds. */
const LONGEST_MS = 120_000;

/**
 * Logs how the failing cases of a run end on servers with known faults: reports name the fault on which they fail
 * alike. Nothing is sent with `--bail` (the user waits for one failure) and after an interrupt, and the comparison ends
 * with `--budget`. If it cannot be made, a note of the run says why, and reports compare with measured symptoms alone.
 */
export async function triedOnLookalikes(
  { intent: { run, flags, dialect }, tally, reports, startLookalikes }: RunScene,
  signal: AbortSignal,
): Promise<void> {
  if (startLookalikes === undefined || flags.bail === true || signal.aborted || tally.findings.isEmpty) return;
  const note = (why: string): void => {
    tally.notes = [...tally.notes, `failing cases were not compared with known faults: ${why}`];
  };
  const { leftMs } = tally;
  if (leftMs === 0) return note('the budget was used up');
  const over = withTimeout(signal, Math.min(leftMs, LONGEST_MS));
  let started: AsyncDisposable | undefined;
  const comparing = comparedWithLookalikes(
    { run, choices: dialect.choices, findings: tally.findings, signal: over },
    async () => {
      const servers = await startLookalikes(flags.dialect);
      started = servers;
      return servers;
    },
  ).catch((error: unknown): readonly LookalikeLine[] => {
    note(errorMessage(error));
    return [];
  });
  const lines = await Promise.race([comparing, once(signal, 'abort').then((): readonly LookalikeLine[] => [])]);
  await started?.[Symbol.asyncDispose]();
  if (over.aborted && !signal.aborted) note('the budget was used up before the end');
  for (const line of lines) reports.write(line);
}
