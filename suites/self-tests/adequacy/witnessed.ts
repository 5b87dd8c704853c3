import type { ListedGeneratedFault, WitnessOutcome } from '../../../shared/verdict-log/generated-faults.ts';
import { run } from '../listening-process.ts';

/**
 * Programs that send witnesses at the same time, each to a reference server of its own: they mostly wait for
 * watches.
 */
const AT_ONCE = 4;
/** Witnesses per program; its results are known when it ends. */
const BATCH = 25;

/**
 * By name: whether the witness of each fault shows it. A failed batch is sent once more, because a busy machine loses
 * connections.
 */
export async function witnessed(
  faults: readonly ListedGeneratedFault[],
): Promise<ReadonlyMap<string, WitnessOutcome['outcome']>> {
  const outcomes = new Map<string, WitnessOutcome['outcome']>();
  const left = [...faults];
  const worker = async (): Promise<void> => {
    for (let batch = left.splice(0, BATCH); batch.length > 0; batch = left.splice(0, BATCH)) {
      for (const { name, outcome } of await batchOf(batch).catch(() => batchOf(batch))) outcomes.set(name, outcome);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return outcomes;
}

async function batchOf(faults: readonly ListedGeneratedFault[]): Promise<readonly WitnessOutcome[]> {
  const { exitCode, stdout, stderr } = await run(
    'proxy/cli/quick-start.mjs',
    'faults',
    '--witness',
    faults.map(({ name }) => name).join(','),
  );
  if (exitCode !== 0) throw new Error(stderr.trim());
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as WitnessOutcome);
}
