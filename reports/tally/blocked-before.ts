import type { Report } from '../../shared/verdict-log/verdict-log.ts';

/** Why a run was blocked before anything was judged, in one line; `undefined` for every other run. */
export function blockedBefore({ verdict, rules, stopped }: Report): string | undefined {
  return verdict === 'blocked' && rules.every(({ operations }) => operations.length === 0) ? stopped : undefined;
}
