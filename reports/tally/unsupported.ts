import type { Report } from '../../shared/verdict-log/verdict-log.ts';

/** Why pairs of rule and operation could not be judged, and their number. */
export interface Missing {
  readonly evidence: string;
  readonly pairs: number;
  readonly rules: number;
}

/**
 * The number of pairs of rule and operation, and how many of them the target supports: `3425 of 7109 pairs of rule
 * and operation (48%) can be judged`.
 */
export function judgeableShare(report: Report): string {
  const pairs = report.rules.flatMap(({ operations }) => operations);
  const judgeable = pairs.filter(({ verdict }) => verdict !== 'unsupported').length;
  return `${judgeable} of ${pairs.length} pairs of rule and operation (${Math.floor((100 * judgeable) / Math.max(1, pairs.length))}%) can be judged`;
}

/** The target's missing features, by their evidence; those that affect most pairs come first. */
export function unsupportedIn(report: Report): Missing[] {
  const found = new Map<string, { pairs: number; readonly rules: Set<string> }>();
  for (const { id, operations } of report.rules) {
    for (const { verdict, reason = 'not offered' } of operations) {
      if (verdict !== 'unsupported') continue;
      const known = found.get(reason) ?? { pairs: 0, rules: new Set() };
      known.pairs += 1;
      known.rules.add(id);
      found.set(reason, known);
    }
  }
  return [...found]
    .map(([evidence, { pairs, rules }]) => ({ evidence, pairs, rules: rules.size }))
    .sort((a, b) => b.pairs - a.pairs);
}
