import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import type { Verdict } from '../../shared/verdict-log/verdict.ts';

/** The change of one rule on one operation between two runs. */
export interface VerdictChange {
  readonly rule: string;
  readonly operation: string;
  /** Absent if the pair was not in that run. */
  readonly before?: Verdict;
  readonly after?: Verdict;
  readonly kind: 'worse' | 'better' | 'other cause' | 'appeared' | 'gone' | 'differs';
}

/**
 * Verdicts from best to worst, by what they prove about the target. A lost pass is a loss, whatever verdict replaces
 * it.
 */
const RANK: Readonly<Record<Verdict, number>> = {
  passed: 0,
  informational: 0,
  skipped: 1,
  unsupported: 2,
  deviation: 3,
  blocked: 4,
  inconclusive: 4,
  failed: 5,
  broken: 6,
};

/** From this rank on a verdict is bad by itself. */
const BAD = RANK.blocked;

interface ComparedPair {
  readonly rule: string;
  readonly operation: string;
  readonly verdict: Verdict;
  readonly causes: string;
}

/** Every pair of rule and operation on which two runs differ, in the order of the later run's rules. */
export function compare(before: Report, after: Report): VerdictChange[] {
  const [was, is] = [pairsOf(before), pairsOf(after)];
  const gone = [...was]
    .filter(([id]) => !is.has(id))
    .map(([, { rule, operation, verdict }]): VerdictChange => ({ rule, operation, before: verdict, kind: 'gone' }));
  return [...[...is].flatMap(([id, pair]) => change(was.get(id), pair)), ...gone];
}

function change(was: ComparedPair | undefined, is: ComparedPair): VerdictChange[] {
  const { rule, operation, verdict, causes } = is;
  if (was === undefined)
    return [{ rule, operation, after: verdict, kind: RANK[verdict] >= BAD ? 'worse' : 'appeared' }];
  const kind = kindOf(was.verdict, verdict);
  if (kind !== undefined) return [{ rule, operation, before: was.verdict, after: verdict, kind }];
  return was.causes === causes ? [] : [{ rule, operation, before: was.verdict, after: verdict, kind: 'other cause' }];
}

function kindOf(was: Verdict, is: Verdict): VerdictChange['kind'] | undefined {
  if (was === is) return undefined;
  const step = RANK[is] - RANK[was];
  // A deselected pair proves nothing about the target.
  if (step === 0 || (is === 'skipped' && RANK[was] <= RANK.unsupported)) return 'differs';
  return step > 0 ? 'worse' : 'better';
}

function pairsOf(report: Report): Map<string, ComparedPair> {
  const pairs = report.rules.flatMap(({ id, operations, violations }) =>
    operations.map(({ operation, verdict }): [string, ComparedPair] => {
      const causes = [
        ...new Set(
          violations.filter((violation) => violation.operation === operation).map(({ fingerprint }) => fingerprint),
        ),
      ]
        .toSorted()
        .join(' ');
      return [`${id}\n${operation}`, { rule: id, operation, verdict, causes }];
    }),
  );
  return new Map(pairs);
}
