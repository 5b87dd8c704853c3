import type { AcceptedFailure, Report } from '../../shared/verdict-log/verdict-log.ts';

/** A failure that the baseline lists, with its entry. */
export interface AcceptedDeviation extends AcceptedFailure {
  readonly rule: string;
  readonly operation: string;
}

/** The deviations of a run, in the order of its rules. */
export function deviationsOf(report: Report): AcceptedDeviation[] {
  return report.rules.flatMap(({ id, operations }) =>
    operations.flatMap(({ operation, verdict, accepted }) =>
      verdict === 'deviation' ? [{ rule: id, operation, ...(accepted ?? { reason: 'listed in the baseline' }) }] : [],
    ),
  );
}

/** `reason (link, until 2027-03-31)`. */
export function explained({ reason, link, expires }: AcceptedFailure): string {
  const more = [...(link === undefined ? [] : [link]), ...(expires === undefined ? [] : [`until ${expires}`])];
  return more.length === 0 ? reason : `${reason} (${more.join(', ')})`;
}
