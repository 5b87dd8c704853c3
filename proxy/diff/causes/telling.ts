import { matchPath } from '../../../spec/surface/match-path.ts';
import type { DifferenceCause } from './causes.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';

/**
 * The rank of a cause in a report, lowest first: writes before reads, their status before their bodies, and paths
 * without objects (`/version`, discovery) last.
 */
export function turnOf({
  kind,
  differences,
  cascades,
}: Pick<DifferenceCause, 'kind' | 'differences' | 'cascades'>): number {
  const [method = '', target = ''] = ((differences[0] ?? cascades[0])?.request ?? '').split(' ', 2);
  const [operation] = matchPath(splitTarget(target).path)?.operations.values() ?? [];
  if (operation?.resource === undefined) return 4;
  const isOutcome = kind === 'status' || kind === 'outcome' || kind === 'missing-exchange' || kind === 'extra-exchange';
  return (method === 'GET' ? 2 : 0) + (isOutcome ? 0 : 1);
}
