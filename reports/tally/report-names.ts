import type { Report } from '../../shared/verdict-log/verdict-log.ts';

/**
 * A short name for each of several reports: its target without the scheme, with the minute of the run if several are
 * about one target.
 *
 *     127.0.0.1:8001, 2026-01-02 03:04
 */
export function reportNames(reports: readonly Report[]): string[] {
  return reports.map(({ target, startedAt }) => {
    const server = target.replace(/^https?:\/\//, '');
    const isAlone = reports.filter((other) => other.target === target).length === 1;
    return isAlone ? server : `${server}, ${minuteOf(startedAt)}`;
  });
}

/** `2026-01-02T03:04:05.000Z` as `2026-01-02 03:04`. */
export function minuteOf(startedAt: string): string {
  return startedAt.slice(0, 16).replace('T', ' ');
}
