import type {
  CaseOnFault,
  Report,
  ReportedRule,
  ReportedViolation,
  Violation,
} from '../../shared/verdict-log/verdict-log.ts';

/** A rule that the target breaks in one way: its violations with one fingerprint. */
export interface Failure {
  readonly rule: ReportedRule;
  readonly fingerprint: string;
  /** Violations on all operations; the easiest to follow comes first. */
  readonly violations: readonly [ReportedViolation, ...ReportedViolation[]];
  /**
   * Ids of other rules that its cases break too: their checks reported it, or a violation of the other rule disputes
   * an exchange of one of its own.
   */
  readonly also: ReadonlySet<string>;
  /** The rules of `also` whose violations dispute an exchange of a violation of this failure. */
  readonly sharing: ReadonlySet<string>;
  /** How its case ended on servers that have one named fault each, by the name of the fault. */
  readonly onFaults: ReadonlyMap<string, CaseOnFault>;
}

/** The failures of a report, except those that a baseline accepts and those that are faults of the suite. */
export function failuresOf({ rules }: Pick<Report, 'rules'>): Failure[] {
  const failures = singleFailures(rules);
  const disputing = new Map<string, Set<string>>();
  for (const { rule, violations } of failures)
    for (const [disputed] of violations.map(exchangesOf))
      if (disputed !== undefined) disputing.set(disputed, (disputing.get(disputed) ?? new Set()).add(rule.id));
  return failures.map((failure) => {
    const shared = failure.violations.flatMap(exchangesOf).flatMap((exchange) => [...(disputing.get(exchange) ?? [])]);
    const sharing = new Set(shared.filter((id) => id !== failure.rule.id));
    return { ...failure, sharing, also: new Set([...failure.also, ...sharing]) };
  });
}

/**
 * The exchanges of a violation, the disputed one first, with keys that are unique in a run: every rule reads the
 * walks of a run, and a recording. The number alone is not unique, because a run counts exchanges in several
 * processes.
 */
function exchangesOf({ exchanges = [], transcript }: Violation): string[] {
  const requests = transcript.filter((line) => line.kind === 'request');
  return exchanges.flatMap((id) =>
    requests.filter(({ exchange }) => exchange === id).map(({ n, t, target }) => `${id} ${n} ${t} ${target}`),
  );
}

/** A failure by itself, without what it has in common with others. */
type SingleFailure = Omit<Failure, 'sharing'>;

function singleFailures(rules: readonly ReportedRule[]): SingleFailure[] {
  return rules.flatMap((rule) => {
    const excused = new Set(
      rule.operations
        .filter(({ verdict }) => verdict === 'deviation' || verdict === 'broken')
        .map(({ operation }) => operation),
    );
    const charged = rule.violations.filter(({ operation }) => !excused.has(operation));
    return [...new Set(charged.map(({ fingerprint }) => fingerprint))].flatMap((fingerprint): SingleFailure[] => {
      const violations = charged.filter((violation) => violation.fingerprint === fingerprint);
      const [first, ...rest] = violations.toSorted((a, b) => effortOf(a) - effortOf(b));
      if (first === undefined) return [];
      return [
        {
          rule,
          fingerprint,
          violations: [first, ...rest],
          also: new Set(violations.flatMap(({ also = [] }) => also)),
          onFaults: casesOnFaults(violations),
        },
      ];
    });
  });
}

/** How cases of one cause ended; shards of a run send one each. A fault on which one failed alike counts as alike. */
function casesOnFaults(violations: readonly Violation[]): ReadonlyMap<string, CaseOnFault> {
  const outcomes = violations.flatMap(({ onFaults = {} }) => Object.entries(onFaults));
  return new Map([...outcomes, ...outcomes.filter(([, how]) => how === 'alike')]);
}

/**
 * How hard a violation is to follow. The easiest have the reference server's response; then sequential cases before
 * concurrent ones, certain ones before intermittent ones, short ones before long ones.
 */
export function effortOf({ reference, timeline, intermittent, transcript }: Violation): number {
  return (
    (reference === undefined ? 1_000_000 : 0) +
    (intermittent === undefined ? 0 : 100_000) +
    (timeline === undefined ? 0 : 10_000) +
    transcript.filter(({ kind }) => kind === 'request').length
  );
}
