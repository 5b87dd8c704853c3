import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import { type Verdict, VERDICTS } from '../../shared/verdict-log/verdict.ts';

/** The number of rules of a level with each verdict, worst verdict first; unused verdicts are left out. */
export interface LevelCounts {
  readonly level: string;
  readonly rules: number;
  readonly verdicts: readonly { readonly verdict: Verdict; readonly rules: number }[];
}

export function countsByLevel(report: Report): LevelCounts[] {
  const levels = [...new Set(report.rules.map(({ level }) => level))].sort(
    (a, b) => LEVELS.indexOf(a) - LEVELS.indexOf(b),
  );
  return levels.map((level) => {
    const rules = report.rules.filter((rule) => rule.level === level);
    const verdicts = VERDICTS.toReversed().map((verdict) => ({
      verdict,
      rules: rules.filter((rule) => rule.verdict === verdict).length,
    }));
    return { level, rules: rules.length, verdicts: verdicts.filter((count) => count.rules > 0) };
  });
}

const LEVELS: readonly string[] = ['must', 'should', 'may', 'silent'];
