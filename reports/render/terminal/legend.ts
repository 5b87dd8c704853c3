import type { Report } from '../../../shared/verdict-log/verdict-log.ts';
import type { Cause } from '../../causes/cause.ts';
import { counted } from '../../../shared/counted.ts';

/**
 * Of 121 reports of one failing case, 86 have the right fault as the likeliest or among its alternatives, and 4 are
 * sure of another one.
 */
const FEW_PAIRS = 5;

/** Explains the words and signs in the shown causes, once for all of them; empty if there are none. */
export function legend(shown: readonly Cause[], { rules }: Pick<Report, 'rules'>): string {
  const pairs = rules.reduce((sum, { operations }) => sum + operations.length, 0);
  const lines = [
    ...(shown.length > 0 && pairs < FEW_PAIRS
      ? [`causes are from ${counted(pairs, 'pair')} of rule and operation, too few to tell similar faults apart`]
      : []),
    ...(shown.some(({ like }) => like !== undefined)
      ? [
          'like or perhaps fault NAME, match N %: how likely the bug is that known fault, or one that the suite cannot tell from it',
        ]
      : []),
    ...(shown.some(({ like }) => like?.tried !== undefined)
      ? [
          'N of M cases alike: M failing cases were sent to a server with that fault, and N failed there with the same words',
        ]
      : []),
    ...(shown.some(({ lead: { violations } }) => violations[0].timeline !== undefined)
      ? [
          'requests: time goes right; A, B, ... are clients; [===] a request until its response; [!!!] the one that breaks the rule',
        ]
      : []),
    ...(shown.some(({ lead: { violations } }) => violations[0].intermittent !== undefined)
      ? ['intermittent N of M: the same case was sent M times and broke the rule N times']
      : []),
    ...(rules.some(({ verdict }) => verdict === 'blocked')
      ? ['blocked: not judged, because a rule that it builds on fails']
      : []),
  ];
  return lines.join('\n');
}
