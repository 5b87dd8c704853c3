import type { ListedFault } from '../../shared/verdict-log/kill-matrix.ts';
import { ruleById } from '../rules/index.ts';

/** Whether a fault shows only while nobody else writes to its server: the cases of its rule run alone. */
export function needsQuiet({ caughtBy }: Pick<ListedFault, 'caughtBy'>): boolean {
  return ruleById(caughtBy)?.alone === true;
}
