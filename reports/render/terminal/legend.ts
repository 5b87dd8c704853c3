import type { Report } from '../../../shared/verdict-log/verdict-log.ts';
import type { Cause } from '../../causes/cause.ts';

/** Explains the words and signs in the shown causes, once for all of them; empty if there are none. */
export function legend(shown: readonly Cause[], { rules }: Pick<Report, 'rules'>): string {
  const lines = [
    ...(shown.some(({ like }) => like !== undefined)
      ? [
          'like or perhaps fault NAME, match N %: how likely the bug is that known fault, or one that shows alike, rather than another',
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
