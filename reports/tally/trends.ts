import type { Report } from '../../shared/verdict-log/verdict-log.ts';

/** The runs on one target, the earliest first. */
export interface Trend {
  readonly target: string;
  readonly runs: readonly TrendPoint[];
}

/** One run. */
export interface TrendPoint {
  readonly startedAt: string;
  /** How many rules failed. */
  readonly failed: number;
  readonly durationMs: number;
}

/** The targets of more than one of these reports, each with its runs. */
export function trends(reports: readonly Report[]): Trend[] {
  const targets = [...new Set(reports.map(({ target }) => target))];
  return targets
    .map((target) => ({
      target,
      runs: reports
        .filter((report) => report.target === target)
        .map(trendPoint)
        .toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt)),
    }))
    .filter(({ runs }) => runs.length > 1);
}

function trendPoint({ startedAt, durationMs, rules }: Report): TrendPoint {
  return { startedAt, durationMs, failed: rules.filter(({ verdict }) => verdict === 'failed').length };
}
