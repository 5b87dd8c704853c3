import { createHash } from 'node:crypto';
import { groupBy } from '../../../shared/group-by.ts';
import { ANY_CAUSE, type Baseline, type BaselineEntry } from '../../../shared/verdict-log/baseline.ts';
import { covers, type FoundCause, isExpired } from '../../../shared/verdict-log/known-failures.ts';
import type { Violation } from '../../../shared/verdict-log/verdict-log.ts';
import type { SavedCase, StoredCase } from '../../engine/run-config.ts';

/** The reason that `--update-baseline` writes for a failure that nobody has reviewed yet. */
export const UNEXPLAINED = 'UNEXPLAINED: say here why this is known, and link to where it is dealt with';
/** For how many days an entry without a reason is accepted. */
const DAYS_UNEXPLAINED = 90;
const DAY_MS = 86_400_000;
/** The number of cases that an entry stores: the smallest of those that showed it. */
const MOST_CASES = 3;

/** A failure that a run found on one pair. */
export interface MetFailure extends FoundCause {
  readonly rule: string;
  readonly operation: string;
  /** Whether the failure depends on time, so that another run can miss it. */
  readonly isTimed: boolean;
  /** The shrunk case; absent if the violation carries none. */
  readonly saved?: SavedCase;
}

/** Whether a case fails on some of its repeats only, or only if it is over in time. */
export function dependsOnTime({ intermittent, withinMs }: Pick<Violation, 'intermittent' | 'withinMs'>): boolean {
  return intermittent !== undefined || withinMs !== undefined;
}

/** The entries of a new baseline, and the cases to write for them. */
export interface BaselineUpdate {
  readonly entries: readonly BaselineEntry[];
  readonly added: readonly BaselineEntry[];
  readonly cases: readonly StoredCase[];
}

/**
 * Adds a run's failures to a baseline, one entry for each cause. Existing entries for the cause keep their reason,
 * link and day, and become one entry; expired ones stay unchanged until a person reviews them. `today` is
 * `YYYY-MM-DD`.
 */
export function updatedBaseline({ entries }: Baseline, met: readonly MetFailure[], today: string): BaselineUpdate {
  let update: BaselineUpdate = { entries, added: [], cases: [] };
  // Rules end in any order; sorting keeps the file the same.
  const byCause = groupBy(met, ({ rule, fingerprint }) => `${rule} ${fingerprint}`);
  const causes = [...byCause].toSorted(([one], [other]) => (one < other ? -1 : 1));
  for (const [, failures] of causes) update = withCause(update, failures, today);
  return update;
}

function withCause(
  update: BaselineUpdate,
  failures: readonly [MetFailure, ...MetFailure[]],
  today: string,
): BaselineUpdate {
  const [first] = failures;
  const listing = update.entries.filter((entry) => failures.some((failure) => covers(entry, failure, failure)));
  const joined = listing.filter((entry) => entry.fingerprint !== ANY_CAUSE && !isExpired(entry, today));
  const [known] = joined;
  if (known === undefined && listing.length > 0) return update;
  const operations = [...joined.flatMap(operationsOf), ...failures.map(({ operation }) => operation)];
  const stored = joined.flatMap(({ cases = [] }) => cases);
  const chosen = casesOf(failures, MOST_CASES - stored.length).filter(({ name }) => !stored.includes(name));
  const entry: BaselineEntry = {
    ...(known ?? { reason: UNEXPLAINED, expires: daysAfter(today, DAYS_UNEXPLAINED) }),
    rule: first.rule,
    operation: '*',
    fingerprint: first.fingerprint,
    seen: [...new Set(operations)].sort(),
    cases: [...stored, ...chosen.map(({ name }) => name)].sort(),
    ...(failures.some(({ isTimed }) => isTimed) ? { timed: true } : {}),
  };
  const others = update.entries.filter((other) => !joined.includes(other));
  return {
    entries: [...others, entry],
    added: known === undefined ? [...update.added, entry] : update.added,
    cases: [...update.cases, ...chosen],
  };
}

/** The operations on which an entry was seen. An entry of format 1 names one operation, or a glob, which names none. */
function operationsOf({ operation, seen = [] }: BaselineEntry): readonly string[] {
  return operation.includes('*') ? seen : [...seen, operation];
}

function casesOf(failures: readonly MetFailure[], most: number): StoredCase[] {
  const cases = failures.flatMap(({ fingerprint, saved }) =>
    saved === undefined ? [] : [{ ...saved, name: caseName(fingerprint, saved.operation) }],
  );
  const once = [...new Map(cases.map((stored) => [stored.name, stored])).values()];
  return once.toSorted((a, b) => sizeOf(a) - sizeOf(b) || (a.name < b.name ? -1 : 1)).slice(0, Math.max(0, most));
}

function sizeOf({ program }: StoredCase): number {
  return JSON.stringify(program).length;
}

function caseName(fingerprint: string, operation: string): string {
  return `${fingerprint}-${createHash('sha256').update(operation).digest('hex').slice(0, 6)}.json`;
}

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
