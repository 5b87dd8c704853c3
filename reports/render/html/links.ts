import type { Verdict } from '../../../shared/verdict-log/verdict.ts';

/** The parts of a report's address; the client script uses the same names. */
interface ReportAddress {
  readonly family?: string;
  readonly kind?: string;
  readonly operation?: string;
  readonly rule?: string;
  readonly cause?: number;
  readonly show?: readonly Verdict[];
}

/** The link to a view of the report: `#rule=create/x`. */
export function linkTo(address: ReportAddress): string {
  const parts = Object.entries(address).map(
    ([name, value]: [string, string | number | readonly string[]]) =>
      `${name}=${encodeURIComponent(String(value)).replaceAll('%2F', '/').replaceAll('%2C', ',')}`,
  );
  return `#${parts.join('&')}`;
}
