import { comparedWithLookalikes } from '../engine/lookalikes/compared-with-lookalikes.ts';
import type { RunScene } from './run-scene.ts';

/**
 * Logs how the failing cases of a run end on servers with known faults: reports name the fault on which they fail
 * alike. Nothing is sent with `--bail` (the user waits for one failure) and after an interrupt. If these servers do
 * not start, reports compare with measured symptoms alone.
 */
export async function triedOnLookalikes(
  { intent: { run, flags, dialect }, tally, reports, startLookalikes }: RunScene,
  signal: AbortSignal,
): Promise<void> {
  if (startLookalikes === undefined || flags.bail === true || signal.aborted) return;
  let started: AsyncDisposable | undefined;
  try {
    const lines = await comparedWithLookalikes(
      { run, choices: dialect.choices, failures: tally.failures, passed: tally.passed, signal },
      async () => {
        const servers = await startLookalikes(flags.dialect);
        started = servers;
        return servers;
      },
    ).catch(() => []);
    for (const line of lines) reports.write(line);
  } finally {
    await started?.[Symbol.asyncDispose]();
  }
}
