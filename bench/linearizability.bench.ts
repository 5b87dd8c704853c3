import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The judge's time for one history. */
export interface OrderTime {
  readonly name: string;
  readonly operations: number;
  readonly verdict: string;
  /** Milliseconds of processor time. */
  readonly ms: number;
}

const PROGRAM = fileURLToPath(new URL('../suites/oracle/linearizability/timings.ts', import.meta.url));

/**
 * Histories of ten thousand operations on one object: does an order explain all responses, and if not, which few
 * contradict one another?
 */
export async function benchLinearizability(): Promise<readonly OrderTime[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', PROGRAM]);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as OrderTime);
}
