import type { ListedFault, ListedVariant } from '../../shared/verdict-log/kill-matrix.ts';
import type { ListedGeneratedFault } from '../../shared/verdict-log/generated-faults.ts';
import { run } from './listening-process.ts';

/** The faults in the list of the program that has them, which is not the suite. */
export async function listedFaults(): Promise<readonly ListedFault[]> {
  return (await listed('--list')) as ListedFault[];
}

/** The legal variants, from the same program. */
export async function listedVariants(): Promise<readonly ListedVariant[]> {
  return (await listed('--list-variants')) as ListedVariant[];
}

/** The generated faults, from the same program. */
export async function listedGenerated(): Promise<readonly ListedGeneratedFault[]> {
  return (await listed('--list-generated')) as ListedGeneratedFault[];
}

async function listed(flag: string): Promise<unknown> {
  return JSON.parse((await run('proxy/cli/quick-start.mjs', 'faults', flag, '--json')).stdout);
}
