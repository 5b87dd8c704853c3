import type { Verdict } from '../../shared/verdict-log/verdict.ts';

/** The sign of each verdict, on the terminal and in HTML: verdicts differ even without colour. */
export const SIGNS: Readonly<Record<Verdict, string>> = {
  skipped: '-',
  unsupported: 'u',
  informational: 'i',
  passed: '✓',
  deviation: '~',
  blocked: 'b',
  inconclusive: '?',
  failed: '✗',
  broken: '!',
};
