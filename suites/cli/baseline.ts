import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { BaselineEntry } from '../../fixtures/formats/baseline.ts';
import { formatBaseline, nameOfEntry, parseBaseline } from '../../fixtures/formats/baseline.ts';
import { BaselineError } from '../../fixtures/formats/baseline-error.ts';
import type { JudgedPair, StaleEntry } from '../../fixtures/formats/known-failures.ts';
import { covers, isExpired, matches, staleEntries } from '../../fixtures/formats/known-failures.ts';
import type { NamedBaseline, RuleSummary, VerdictLine } from '../../fixtures/formats/verdict-log.ts';
import type { Rule } from '../rules/rule.ts';
import { didYouMean } from './did-you-mean.ts';
import { UsageError } from './usage-error.ts';

/** What `--update-baseline` says of a failure that nobody has looked at yet. */
const UNEXPLAINED = 'UNEXPLAINED: say here why this is known, and link to where it is dealt with';
/** How long what nobody has explained is put up with. */
const DAYS_UNEXPLAINED = 90;
const DAY_MS = 86_400_000;

/** The baseline of that file; with `update`, an absent one is empty. Throws a `UsageError`. */
export async function readBaseline(file: string, update: boolean, rules: readonly Rule[]): Promise<NamedBaseline> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (update && error.code === 'ENOENT') return formatBaseline([], file);
    throw new UsageError(`--baseline: cannot read ${file}: ${error.code ?? error.message}${update ? '' : ' (--update-baseline makes a new one)'}`);
  });
  const entries = parsed(text, file);
  for (const { rule, operation } of entries) {
    const named = rules.find(({ id }) => id === rule);
    if (named === undefined) throw new UsageError(`--baseline: ${file}: no rule '${rule}'; ${didYouMean(rule, rules)}`);
    if (!named.operations.some(({ id }) => matches(operation, id))) throw new UsageError(`--baseline: ${file}: rule '${rule}' is judged on no operation '${operation}' (--explain ${rule} lists those it is)`);
  }
  return { file, entries };
}

function parsed(text: string, file: string): BaselineEntry[] {
  try {
    return parseBaseline(text, file);
  } catch (error) {
    if (error instanceof BaselineError) throw new UsageError(`--baseline: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Follows a run's verdicts on behalf of its baseline: what is stale at the end, and what a new baseline would list. */
export class BaselineWatch {
  readonly #baseline: NamedBaseline;
  readonly #today: string;
  readonly #update: boolean;
  readonly #settled: JudgedPair[] = [];
  readonly #added: BaselineEntry[] = [];

  /** `today` is `YYYY-MM-DD`. */
  constructor(baseline: NamedBaseline, today: string, update: boolean) {
    this.#baseline = baseline;
    this.#today = today;
    this.#update = update;
  }

  /** Takes note of a verdict, and returns it as reports shall show it. `cut` says that the run had no time left for it. */
  judged(verdict: VerdictLine, cut: boolean): VerdictLine {
    if (!cut || verdict.violations.length > 0) this.#settled.push({ rule: verdict.rule, operation: verdict.operation, verdict: verdict.verdict, violations: verdict.violations.map(({ fingerprint }) => ({ fingerprint })) });
    return this.#update && verdict.verdict === 'failed' ? this.#listed(verdict) : verdict;
  }

  /** One line for each entry that is stale; with `update`, only for those that an update leaves as they are. */
  stale(rules: readonly RuleSummary[]): string[] {
    return this.#staleEntries(rules).filter(({ why }) => !this.#update || why === 'expired').map(({ line }) => line);
  }

  /** Writes the new baseline, all of it or nothing, and resolves with what changed, a line each. Throws a `UsageError` where that cannot be. */
  async save(rules: readonly RuleSummary[]): Promise<string> {
    const { file, entries } = this.#baseline;
    const gone = this.#staleEntries(rules).filter(({ why }) => why === 'passes').map(({ entry }) => entry);
    const kept = entries.filter((entry) => !gone.includes(entry));
    await replaceFile(file, formatBaseline([...kept, ...this.#added], file));
    const lines = [...gone.map((entry) => `- ${nameOfEntry(entry)}: ${entry.reason}`), ...this.#added.map((entry) => `+ ${nameOfEntry(entry)}: ${entry.reason}`)];
    const unexplained = [...kept, ...this.#added].filter(({ reason }) => reason === UNEXPLAINED);
    const warning = unexplained.length === 0 ? [] : [warningOf(unexplained, file)];
    return [`baseline ${file}: ${this.#added.length} added, ${gone.length} removed, ${kept.length} kept`, ...lines, ...warning].join('\n');
  }

  #staleEntries(rules: readonly RuleSummary[]): StaleEntry[] {
    return staleEntries(this.#baseline.entries, this.#settled, rules, this.#today);
  }

  /** A failure that no entry covers gets one; where one covers it that has expired, it stays a failure until a person has looked. */
  #listed(verdict: VerdictLine): VerdictLine {
    const { rule, operation } = verdict;
    let expired = false;
    for (const fingerprint of new Set(verdict.violations.map((violation) => violation.fingerprint))) {
      const entries = this.#baseline.entries.filter((entry) => covers(entry, verdict, fingerprint));
      if (entries.length === 0) this.#added.push({ rule, operation, fingerprint, reason: UNEXPLAINED, expires: daysAfter(this.#today, DAYS_UNEXPLAINED) });
      else expired ||= entries.every((entry) => isExpired(entry, this.#today));
    }
    return expired ? verdict : { ...verdict, verdict: 'deviation', accepted: { reason: UNEXPLAINED } };
  }
}

function warningOf(unexplained: readonly BaselineEntry[], file: string): string {
  const first = unexplained.map(({ expires }) => expires ?? '').sort()[0] ?? '';
  return `warning: ${unexplained.length} of the entries in ${file} ${unexplained.length === 1 ? 'is' : 'are'} unexplained; give each its reason before it expires (the first on ${first})`;
}

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** A reader sees the old file or the new one, never a part of it. */
async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.draft`;
  try {
    await writeFile(draft, text);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw new UsageError(`--update-baseline: ${file} cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)}); give a path in a folder that exists and is writable`, { cause: error });
  }
}
