import { whyUnreadable } from '../../../shared/files/why-unreadable.ts';
import { readFile } from 'node:fs/promises';
import {
  type Baseline,
  type BaselineEntry,
  formatBaseline,
  INCONCLUSIVE,
  nameOfEntry,
  parseBaseline,
} from '../../../shared/verdict-log/baseline.ts';
import { BaselineError } from '../../../shared/verdict-log/baseline-error.ts';
import {
  covers,
  isExpired,
  isSettled,
  type JudgedPair,
  listableCauses,
  matches,
  staleEntries,
  type StaleEntry,
} from '../../../shared/verdict-log/known-failures.ts';
import type { NamedBaseline, RuleSummary, VerdictLine } from '../../../shared/verdict-log/verdict-log.ts';
import type { Rule } from '../../rules/rule.ts';
import { didYouMean } from '../settings/did-you-mean.ts';
import { replaceFile } from './replace-file.ts';
import { savedCaseOf } from './saved-case.ts';
import { removeStoredCases, writeStoredCases } from './stored-cases.ts';
import { dependsOnTime, type MetFailure, UNEXPLAINED, updatedBaseline } from './updated-baseline.ts';
import { UsageError } from '../settings/usage-error.ts';

/** Reads the baseline in a file; with `update`, a missing file counts as empty. Throws a `UsageError`. */
export async function readBaseline(file: string, update: boolean, rules: readonly Rule[]): Promise<NamedBaseline> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (update && error.code === 'ENOENT') return formatBaseline({ entries: [] }, file);
    throw new UsageError(
      `--baseline: ${file}: ${whyUnreadable(error)}. ${update ? 'Give the path of a file.' : '--update-baseline makes a new one.'}`,
    );
  });
  const baseline = parsed(text, file);
  for (const { rule, operation } of baseline.entries) {
    const named = rules.find(({ id }) => id === rule);
    if (named === undefined) throw new UsageError(`--baseline: ${file}: no rule '${rule}'; ${didYouMean(rule, rules)}`);
    if (!named.operations.some(({ id }) => matches(operation, id)))
      throw new UsageError(
        `--baseline: ${file}: rule '${rule}' is not judged on operation '${operation}' (--explain ${rule} lists its operations)`,
      );
  }
  return { file, ...baseline };
}

function parsed(text: string, file: string): Baseline {
  try {
    return parseBaseline(text, file);
  } catch (error) {
    if (error instanceof BaselineError) throw new UsageError(`--baseline: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Settings of a `BaselineWatch`. */
export interface BaselineOptions {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether the run writes a new baseline. */
  readonly update: boolean;
  /** Whether the run judges one shard only: the failure of an entry could be in another one. */
  readonly isShard: boolean;
}

/**
 * Follows a run's verdicts for its baseline: it knows which entries are stale at the end, and what a new baseline
 * lists.
 */
export class BaselineWatch {
  readonly #baseline: NamedBaseline;
  readonly #options: BaselineOptions;
  readonly #settled: JudgedPair[] = [];
  readonly #met: MetFailure[] = [];

  constructor(baseline: NamedBaseline, options: BaselineOptions) {
    this.#baseline = baseline;
    this.#options = options;
  }

  /** Records a verdict, and returns it as reports show it. `cut` says that the run had no time left for it. */
  judged(verdict: VerdictLine, cut: boolean): VerdictLine {
    if (!cut || verdict.violations.length > 0) this.#settled.push(verdictWithoutEvidence(verdict));
    const met = this.#options.update && !(cut && verdict.violations.length === 0) ? failuresOf(verdict) : [];
    if (met.length === 0) return verdict;
    this.#met.push(...met);
    return verdict.verdict === 'deviation' || this.#isExpired(verdict)
      ? verdict
      : { ...verdict, verdict: 'deviation', accepted: { reason: UNEXPLAINED } };
  }

  /** One line for each stale entry; with `update`, only for those that an update leaves as they are. */
  stale(rules: readonly RuleSummary[]): string[] {
    return this.#staleEntries(rules)
      .filter(({ why }) => !this.#options.update || why === 'expired')
      .map(({ line }) => line);
  }

  /**
   * Writes the new baseline and its cases. Resolves with one line for each change. Throws a `UsageError` if a file
   * cannot be written.
   */
  async save(rules: readonly RuleSummary[], seed: number): Promise<string> {
    const { file, entries } = this.#baseline;
    const gone = [
      ...this.#staleEntries(rules)
        .filter(({ why }) => why === 'gone')
        .map(({ entry }) => entry),
      ...entries.filter((entry) => this.#isJudgedNow(entry)),
    ];
    const {
      entries: updated,
      added,
      cases,
    } = updatedBaseline({ entries: entries.filter((entry) => !gone.includes(entry)) }, this.#met, this.#options.today);
    await writeStoredCases(file, cases);
    await replaceFile('--update-baseline', file, formatBaseline({ seed, entries: updated }, file));
    await removeStoredCases(
      file,
      gone.flatMap(({ cases: names = [] }) => names),
    );
    const lines = [
      ...gone.map((entry) => `- ${nameOfEntry(entry)}: ${entry.reason}`),
      ...added.map((entry) => `+ ${nameOfEntry(entry)}: ${entry.reason}`),
    ];
    const unexplained = updated.filter(({ reason }) => reason === UNEXPLAINED);
    const warning = unexplained.length === 0 ? [] : [warningOf(unexplained, file)];
    return [
      `baseline ${file}: ${added.length} added, ${gone.length} removed, ${updated.length - added.length} kept`,
      ...lines,
      ...warning,
      ...againOf(this.#met.filter(({ isTimed }) => isTimed).length, added.length),
    ].join('\n');
  }

  #staleEntries(rules: readonly RuleSummary[]): StaleEntry[] {
    const { today, isShard } = this.#options;
    return staleEntries(this.#baseline.entries, isShard ? [] : this.#settled, rules, today);
  }

  /**
   * Whether an entry says that runs cannot judge its rule, but this one could, on every operation on which it was seen.
   */
  #isJudgedNow({ rule, fingerprint, seen = [] }: BaselineEntry): boolean {
    const pairs = this.#settled.filter((pair) => pair.rule === rule);
    const named =
      seen.length === 0 ? [pairs] : seen.map((operation) => pairs.filter((pair) => pair.operation === operation));
    return (
      fingerprint === INCONCLUSIVE &&
      named.every(isSettled) &&
      !this.#met.some((failure) => failure.rule === rule && failure.fingerprint === INCONCLUSIVE)
    );
  }

  /** A failure with only expired entries stays a failure until a person reviews it. */
  #isExpired(verdict: VerdictLine): boolean {
    return listableCauses(verdict).some((cause) => {
      const listing = this.#baseline.entries.filter((entry) => covers(entry, verdict, cause));
      return listing.length > 0 && listing.every((entry) => isExpired(entry, this.#options.today));
    });
  }
}

function verdictWithoutEvidence({ rule, operation, verdict, kept = [], violations }: VerdictLine): JudgedPair {
  return { rule, operation, verdict, kept, violations: violations.map(causeOf) };
}

function failuresOf(verdict: VerdictLine): MetFailure[] {
  const { rule, operation, violations } = verdict;
  return listableCauses(verdict).map(({ fingerprint, aliases = [] }) => {
    const violation = violations.find((each) => each.fingerprint === fingerprint);
    const saved = violation === undefined ? undefined : savedCaseOf(verdict, violation);
    const isTimed = violation !== undefined && dependsOnTime(violation);
    return { rule, operation, fingerprint, aliases, isTimed, ...(saved === undefined ? {} : { saved }) };
  });
}

function causeOf({ fingerprint, aliases = [] }: VerdictLine['violations'][number]): JudgedPair['violations'][number] {
  return { fingerprint, aliases };
}

function warningOf(unexplained: readonly BaselineEntry[], file: string): string {
  const first = unexplained.map(({ expires }) => expires ?? '').sort()[0] ?? '';
  return `warning: ${unexplained.length} of the entries in ${file} ${unexplained.length === 1 ? 'is' : 'are'} unexplained; give each its reason before it expires (the first on ${first})`;
}

/** A run cannot list what it did not meet: where failures depend on time, the next run may meet more of them. */
function againOf(timed: number, added: number): string[] {
  return timed === 0 || added === 0
    ? []
    : [
        `${timed} ${timed === 1 ? 'failure depends' : 'failures depend'} on time: run --update-baseline again until it adds nothing, or a gate may meet what this run missed`,
      ];
}
