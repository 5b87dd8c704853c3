import { once } from 'node:events';
import { cached } from '../../../shared/cached.ts';
import { withTimeout } from '../../../shared/process/timeout-signal.ts';
import type { CaseOnFault, LookalikeLine } from '../../../shared/verdict-log/verdict-log.ts';
import { Turnstile } from '../../drivers/removal/turnstile.ts';
import type { Program } from '../../program/program.ts';
import { needsControllers } from '../../rules/needs.ts';
import type { FailingCase } from './run-findings.ts';

/** On how many faults that break its rule each case is tried first, and on how many that fail alike with other cases. */
const LIKELIEST = 10;
const SURVIVORS = 12;

/** The number of cases under way at the same time on the server with one fault: most of them wait for events. */
export const ON_ONE_SERVER = 6;
/** The number of requests of all cases under way, and the number that a case counts for at most. */
const REQUESTS_AT_ONCE = 150;
const MOST_OF_ONE = 75;

/** How long each round may take, in milliseconds. */
export interface RoundLimits {
  readonly likeliestMs: number;
  readonly othersMs: number;
  readonly survivorsMs: number;
  /** Ends all at once. */
  readonly signal?: AbortSignal;
}

export interface CasesToTry {
  readonly cases: readonly FailingCase[];
  /** The names of the known faults that break a rule, the likeliest first. */
  likeliest(rule: string): readonly string[];
  /** How a case ends on the server with that fault; `undefined`, or a rejection, if nothing can be told there. */
  outcome(failing: FailingCase, fault: string): Promise<CaseOnFault | undefined>;
}

/**
 * Tries failing cases on servers with known faults, in three rounds:
 *
 * 1. each case on the likeliest faults that break its rule;
 * 2. those that failed alike on none of them on the other faults that break their rule, so that no report names an
 *    untried fault for a bug that is not known;
 * 3. all cases on the faults on which others failed alike, fault by fault, the most promising first. A fault that makes
 *    all cases fail alike is the bug of the target, or does the same. Cases about controllers take no part in it: these
 *    servers run none, so all such cases fail alike.
 *
 * Cases that are under way at the end of a round are left out.
 */
export async function tryCases(
  { cases, likeliest, outcome }: CasesToTry,
  { likeliestMs, othersMs, survivorsMs, signal = new AbortController().signal }: RoundLimits,
): Promise<readonly LookalikeLine[]> {
  const found = new Map(cases.map((failing) => [failing, new Map<string, CaseOnFault>()]));
  const room = new Turnstile(REQUESTS_AT_ONCE);
  const servers = new Map<string, Turnstile>();
  await round(({ rule }) => likeliest(rule.id).slice(0, LIKELIEST), shortFirst, likeliestMs);
  await round(
    (failing) => (isMatched(failing) ? [] : likeliest(failing.rule.id).slice(LIKELIEST)),
    shortFirst,
    othersMs,
  );
  const survivors = mostPromising([...found.values()]).slice(0, SURVIVORS);
  await round(({ rule }) => (needsControllers(rule) ? [] : survivors), faultByFault, survivorsMs);
  return [...found].flatMap(([{ rule, operation, violation }, outcomes]): LookalikeLine[] =>
    outcomes.size === 0
      ? []
      : [
          {
            kind: 'lookalike',
            rule: rule.id,
            operation,
            fingerprint: violation.fingerprint,
            onFaults: Object.fromEntries(outcomes),
          },
        ],
  );

  function isMatched(failing: FailingCase): boolean {
    return [...(found.get(failing)?.values() ?? [])].includes('alike');
  }

  async function round(
    faultsOf: (failing: FailingCase) => readonly string[],
    order: (a: Trial, b: Trial) => number,
    ms: number,
  ): Promise<void> {
    if (signal.aborted) return;
    const over = withTimeout(signal, ms);
    const trials = cases
      .flatMap((failing) => trialsOf(failing, faultsOf(failing)))
      .toSorted((a, b) => Number(isAlone(a)) - Number(isAlone(b)) || order(a, b));
    const send = async ({ failing, fault }: Trial): Promise<void> => {
      const outcomes = found.get(failing);
      if (over.aborted || outcomes === undefined || outcomes.has(fault)) return;
      const how = await outcome(failing, fault).catch(() => undefined);
      if (how !== undefined && !over.aborted) outcomes.set(fault, how);
    };
    const all = trials.map((trial) =>
      cached(servers, trial.fault, () => new Turnstile(ON_ONE_SERVER)).pass(() =>
        room.pass(() => send(trial), roomOf(trial)),
      ),
    );
    await Promise.race([Promise.all(all), once(over, 'abort')]);
  }
}

/** A case to send to the server with a fault. */
interface Trial {
  readonly failing: FailingCase;
  readonly fault: string;
  /** The place of the fault among those to try, from 1. */
  readonly turn: number;
  /** The number of requests of the case. Its waits cost nothing, because others go on meanwhile. */
  readonly requests: number;
}

/** The servers stand in front of one reference server, so a case that must run alone takes all room. */
function roomOf(trial: Trial): number {
  return isAlone(trial) ? REQUESTS_AT_ONCE : Math.min(trial.requests, MOST_OF_ONE);
}

/** Such a trial waits until all others have ended, so it comes last. */
function isAlone({ failing }: Trial): boolean {
  return failing.rule.alone === true;
}

function trialsOf(failing: FailingCase, faults: readonly string[]): Trial[] {
  const requests = requestsIn(failing.program);
  return faults.map((fault, index) => ({ failing, fault, turn: index + 1, requests }));
}

/**
 * Likely faults and short cases first: a long case is tried on its likeliest fault when short ones have been tried on
 * several.
 *
 *     a of 10 requests, b of 40   ->   a on its 1st, 2nd, 3rd, 4th fault, b on its 1st, a on its 5th, ...
 */
function shortFirst(a: Trial, b: Trial): number {
  return a.requests * a.turn - b.requests * b.turn;
}

/** One fault after the other, so that the first has been tried on every case when the time is over. */
function faultByFault(a: Trial, b: Trial): number {
  return a.turn - b.turn || a.requests - b.requests;
}

function requestsIn(program: Program): number {
  return program.reduce((sum, step) => {
    if (step.do === 'together') return sum + step.branches.reduce((total, branch) => total + requestsIn(branch), 0);
    return sum + (step.do === 'call' || step.do === 'watch' ? 1 : 0);
  }, 0);
}

/**
 * The faults on which cases failed alike, the largest share of alike cases first. A fault that few cases were sent to
 * may explain all of them, so its share counts with one more case of either kind.
 *
 *     a: alike, alike, holds    b: alike    c: alike, alike   ->   c (3 of 4), b (2 of 3), a (3 of 5)
 */
function mostPromising(all: readonly ReadonlyMap<string, CaseOnFault>[]): string[] {
  const counts = new Map<string, { alike: number; other: number }>();
  for (const [fault, how] of all.flatMap((outcomes) => [...outcomes])) {
    const count = cached(counts, fault, () => ({ alike: 0, other: 0 }));
    count[how === 'alike' ? 'alike' : 'other'] += 1;
  }
  return [...counts]
    .filter(([, { alike }]) => alike > 0)
    .toSorted(([, a], [, b]) => smoothedShare(b) - smoothedShare(a))
    .map(([fault]) => fault);
}

function smoothedShare({ alike, other }: { readonly alike: number; readonly other: number }): number {
  return (alike + 1) / (alike + other + 2);
}
