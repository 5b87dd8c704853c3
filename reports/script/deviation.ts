import { aligned, type Comparable, comparable, type Pair } from './comparable.ts';
import { bodyDeviation, type ContentDeviation, isNamed, type TextDeviation } from './content-deviation.ts';
import { isSuccess, outcomeOf } from './outcome.ts';
import { type MemberPredicate, sentBy, writtenBy } from './known-part.ts';
import { neutralNames } from './neutral-names.ts';
import { haveOverlaps, isAlone, isWrongInAnyOrder } from './races.ts';
import { isSentAlike } from './sent-alike.ts';
import { Steadiness } from './steadiness.ts';
import {
  type EventsDeviation,
  foreignDeviation,
  missingDeviation,
  repeatedDeviation,
  typesDeviation,
} from './watch-deviation.ts';
import { sentText, type WireExchange } from './wire-case.ts';

/** How the target's response to one request of a case differs from the reference server's. */
export type Deviation = { readonly step: number } & Found;

type Found = OutcomeDeviation | TypeDeviation | DurationDeviation | ContentDeviation | EventsDeviation | TextDeviation;

/** As `outcome.ts` writes outcomes. */
interface OutcomeDeviation {
  readonly kind: 'outcome';
  readonly expected: string;
  readonly actual: string;
}

interface TypeDeviation {
  readonly kind: 'type';
  /** Media types without parameters. */
  readonly expected: string;
  readonly actual: string;
}

/** A watch that the target ended too early or too late. */
interface DurationDeviation {
  readonly kind: 'duration';
  readonly isTooLong: boolean;
  /** Milliseconds between the two durations. */
  readonly limit: number;
}

export interface ComparedCase {
  /** Numbers of the exchanges at issue, the one with the wrong response first. */
  readonly atIssue: readonly number[];
  /** The words of the violation: differences that it names come first. */
  readonly words: string;
  /** Whether the outcome depends on the order of parallel requests. */
  readonly isRace: boolean;
  /** The same case on the reference server, with pauses between the requests. */
  readonly slow?: readonly WireExchange[];
}

/**
 * The first difference that shows the bug. Exchanges at issue come first, then the others; an outcome before a media
 * type, a media type before content, and members set by clients before server-chosen ones. Server-chosen members of
 * exchanges that are not at issue count only if nothing else differs, and in a race none is compared. What the
 * reference server responded otherwise with pauses is no bug. `undefined` if a script can see no difference.
 */
export function deviationOf(
  target: readonly WireExchange[],
  reference: readonly WireExchange[],
  compared: ComparedCase,
): Deviation | undefined {
  return new Comparison(target, reference, compared).first();
}

/** A case on the target, and the same case on the reference server. */
class Comparison {
  readonly #target: readonly WireExchange[];
  readonly #reference: readonly WireExchange[];
  readonly #case: ComparedCase;
  readonly #here: Comparable;
  readonly #there: Comparable;
  /** The requests that both servers got alike. */
  readonly #pairs: readonly Pair[];
  /** When the first other request began. */
  readonly #end: number;
  readonly #overlaps: boolean;
  readonly #steadiness: Steadiness;
  /** What all requests sent, with neutral names. */
  readonly #sent: string;
  readonly #isWritten: MemberPredicate;

  constructor(target: readonly WireExchange[], reference: readonly WireExchange[], compared: ComparedCase) {
    this.#target = target;
    this.#reference = reference;
    this.#case = compared;
    const all = aligned(target, reference);
    const numbers = new Map(all.map(([step, other]) => [other, step]));
    const isSent = sentBy(reference);
    this.#isWritten = writtenBy(reference);
    this.#here = comparable(target, isSent);
    this.#there = comparable(reference, isSent, (step) => numbers.get(step) ?? -1);
    // What follows a request that differs, such as a PUT of what a read showed, differs too.
    const ours = { exchanges: target, form: this.#here };
    const theirs = { exchanges: reference, form: this.#there };
    const another = all.find((pair) => !isSentAlike(ours, theirs, all, pair, this.#isWritten));
    this.#end = target[another?.[0] ?? -1]?.began ?? Number.POSITIVE_INFINITY;
    this.#pairs = all.filter(([step]) => (target[step]?.began ?? 0) < this.#end);
    this.#overlaps = haveOverlaps(target);
    // The order of overlapping requests changes more than pauses do, and is dealt with apart.
    this.#steadiness = new Steadiness(reference, this.#overlaps ? undefined : compared.slow);
    this.#sent = neutralNames(target)(target.map(sentText).join('\n'));
  }

  first(): Deviation | undefined {
    const { atIssue, isRace } = this.#case;
    const rank = (step: number): number => (this.#place(step) === -1 ? atIssue.length + step : this.#place(step));
    const ranked = this.#pairs.toSorted(([a], [b]) => rank(a) - rank(b));
    return (
      this.#firstAmong(ranked, (step) => atIssue.length === 0 || this.#place(step) !== -1) ??
      (isRace ? undefined : this.#firstAmong(ranked, () => true))
    );
  }

  /** The place of a step among those at issue, or -1. */
  #place(step: number): number {
    return this.#case.atIssue.indexOf(this.#target[step]?.id ?? -1);
  }

  #firstAmong(pairs: readonly Pair[], isAtIssue: (step: number) => boolean): Deviation | undefined {
    for (const pair of pairs) {
      const found = this.#differenceAt(pair, isAtIssue(pair[0]));
      if (found !== undefined) return { step: pair[0], ...found };
    }
    return undefined;
  }

  #differenceAt([step, other]: Pair, isAtIssue: boolean): Found | undefined {
    const [ours, theirs] = [this.#target[step], this.#reference[other]];
    if (ours === undefined || theirs === undefined || !this.#steadiness.hasOutcome(other)) return undefined;
    const { isRace, words } = this.#case;
    const isSettled =
      ours.ended < this.#end && (!isRace || (ours.isWatch ? !this.#overlaps : isAlone(this.#target, step)));
    const outcome = outcomeDeviation(ours, theirs);
    const inBody = (): ContentDeviation | TextDeviation | undefined =>
      bodyDeviation([ours, this.#here], [theirs, this.#there], {
        words,
        isRace,
        isAtIssue,
        isSettled,
        isWritten: this.#isWritten,
        isSteady: (path) => this.#steadiness.hasMember(other, path),
        step,
        exchanges: this.#target,
        sent: this.#sent,
      });
    if (outcome !== undefined && isSuccess(ours.status ?? 0) && isSuccess(theirs.status ?? 0)) {
      // A server may have another code for every success, and this bug beside it.
      const body = inBody();
      if (body?.kind === 'content' && isNamed(body, words)) return body;
    }
    return (
      (outcome !== undefined && (!isRace || isWrongInAnyOrder(this.#target, step, outcome.expected))
        ? outcome
        : undefined) ??
      typeDeviation(ours, theirs) ??
      durationDeviation(ours, theirs) ??
      this.#eventsDeviation([ours, theirs], isSettled, other) ??
      inBody()
    );
  }

  #eventsDeviation(
    [ours, theirs]: readonly [WireExchange, WireExchange],
    isSettled: boolean,
    other: number,
  ): EventsDeviation | undefined {
    if (!ours.isWatch || outcomeOf(theirs.status) !== '200') return undefined;
    const [here, there] = [
      [ours, this.#target],
      [theirs, this.#reference],
    ] as const;
    const repeated = repeatedDeviation(here, there);
    // How much a watch tells before its time is over depends on the pace of the requests.
    if (repeated !== undefined || timeoutMs(ours.target) < Number.POSITIVE_INFINITY) return repeated;
    const missing = missingDeviation(here, there, this.#pairs);
    if (missing !== undefined || !isSettled) return missing;
    const contents = [this.#there.content(theirs), this.#here.content(ours)] as const;
    const types = typesDeviation(...contents, this.#sent);
    if (types === undefined)
      return foreignDeviation(...contents, (key) => this.#steadiness.isNeverDelivered(other, key));
    const lacksSome = (types.events?.actual ?? 0) < (types.events?.expected ?? 0);
    return this.#steadiness.hasTypes(other, lacksSome) ? types : undefined;
  }
}

function outcomeDeviation(ours: WireExchange, theirs: WireExchange): OutcomeDeviation | undefined {
  const [actual, expected] = [outcomeOf(ours.status), outcomeOf(theirs.status)];
  return actual === expected || theirs.status === undefined ? undefined : { kind: 'outcome', expected, actual };
}

function typeDeviation(
  { type: ours = '' }: WireExchange,
  { type: theirs = '' }: WireExchange,
): TypeDeviation | undefined {
  const [actual, expected] = [mediaTypeOf(ours), mediaTypeOf(theirs)];
  return actual === expected || expected === '' ? undefined : { kind: 'type', expected, actual };
}

function mediaTypeOf(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

/** Milliseconds by which a busy server may end a watch late, and a client may close one. */
const SLACK_MS = 400;

function durationDeviation(ours: WireExchange, theirs: WireExchange): DurationDeviation | undefined {
  if (!ours.isWatch || ours.lasted === undefined || theirs.lasted === undefined) return undefined;
  const limit = (ours.lasted + theirs.lasted) / 2;
  const due = timeoutMs(ours.target);
  const beforeDue = due > ours.lasted ? (ours.lasted + due) / 2 : Number.POSITIVE_INFINITY;
  const tooShort = (most: number): DurationDeviation => ({
    kind: 'duration',
    isTooLong: false,
    limit: Math.min(most, beforeDue),
  });
  if (ours.isEndedByTarget && !theirs.isEndedByTarget) return tooShort(Math.max(limit, ours.lasted + 2 * SLACK_MS));
  if (!ours.isEndedByTarget && !theirs.isEndedByTarget) return undefined;
  if (ours.lasted > theirs.lasted + SLACK_MS) return { kind: 'duration', isTooLong: true, limit };
  return ours.isEndedByTarget && ours.lasted < theirs.lasted - SLACK_MS ? tooShort(limit) : undefined;
}

/** The time after which a watch is to end, in milliseconds. A busy server ends it later. */
function timeoutMs(target: string): number {
  const [, seconds] = /[?&]timeoutSeconds=(\d+)/.exec(target) ?? [];
  return seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1000;
}
