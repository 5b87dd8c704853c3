import { aligned, comparable } from './comparable.ts';
import { bodyDeviation, type ContentDeviation, type TextDeviation } from './content-deviation.ts';
import { outcomeOf } from './outcome.ts';
import { neutralNames } from './neutral-names.ts';
import { haveOverlaps, isAlone, isWrongInAnyOrder } from './races.ts';
import { isSentAlike } from './sent-alike.ts';
import { Steadiness } from './steadiness.ts';
import { type EventsDeviation, missingDeviation, repeatedDeviation, typesDeviation } from './watch-deviation.ts';
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
 * exchanges that are not at issue count only if nothing else differs, and in a race none is compared. What the reference
 * server responded otherwise with pauses is no bug. `undefined` if a script can see no difference.
 */
export function deviationOf(
  target: readonly WireExchange[],
  reference: readonly WireExchange[],
  { atIssue, words, isRace, slow }: ComparedCase,
): Deviation | undefined {
  const all = aligned(target, reference);
  const place = (step: number): number => atIssue.indexOf(target[step]?.id ?? -1);
  const rank = (step: number): number => (place(step) === -1 ? atIssue.length + step : place(step));
  const numbers = new Map(all.map(([step, other]) => [other, step]));
  const mayDiffer = haveOverlaps(target);
  // The order of overlapping requests changes more than pauses do, and is dealt with apart.
  const steadiness = new Steadiness(reference, mayDiffer ? undefined : slow);
  const sent = neutralNames(target)(target.map(sentText).join('\n'));
  const [here, there] = [comparable(target), comparable(reference, (step) => numbers.get(step) ?? -1)];
  // What follows a request that differs, such as a PUT of what a read showed, differs too.
  const [ourCase, theirCase] = [
    { exchanges: target, form: here },
    { exchanges: reference, form: there },
  ];
  const another = all.find((pair) => !isSentAlike(ourCase, theirCase, pair));
  const end = target[another?.[0] ?? -1]?.began ?? Number.POSITIVE_INFINITY;
  const pairs = all.filter(([step]) => (target[step]?.began ?? 0) < end);
  const ranked = pairs.toSorted(([a], [b]) => rank(a) - rank(b));
  return (
    firstAmong(ranked, (step) => atIssue.length === 0 || place(step) !== -1) ??
    (isRace ? undefined : firstAmong(ranked, () => true))
  );

  function firstAmong(each: typeof ranked, isAtIssue: (step: number) => boolean): Deviation | undefined {
    for (const [step, other] of each) {
      const found = differenceAt(step, other, isAtIssue(step));
      if (found !== undefined) return { step, ...found };
    }
    return undefined;
  }

  function differenceAt(step: number, other: number, isAtIssue: boolean): Found | undefined {
    const [ours, theirs] = [target[step], reference[other]];
    if (ours === undefined || theirs === undefined) return undefined;
    const isSettled = ours.ended < end && (!isRace || (ours.isWatch ? !mayDiffer : isAlone(target, step)));
    if (!steadiness.hasOutcome(other)) return undefined;
    const outcome = outcomeDeviation(ours, theirs);
    return (
      (outcome !== undefined && (!isRace || isWrongInAnyOrder(target, step, outcome.expected)) ? outcome : undefined) ??
      typeDeviation(ours, theirs) ??
      durationDeviation(ours, theirs) ??
      eventsDeviation(ours, theirs, isSettled && steadiness.hasTypes(other)) ??
      bodyDeviation([ours, here], [theirs, there], {
        words,
        isRace,
        isAtIssue,
        isSettled,
        isSteady: (path) => steadiness.hasMember(other, path),
        step,
        exchanges: target,
        sent,
      })
    );
  }

  function eventsDeviation(ours: WireExchange, theirs: WireExchange, isSettled: boolean): EventsDeviation | undefined {
    if (!ours.isWatch || outcomeOf(theirs.status) !== '200') return undefined;
    const repeated = repeatedDeviation([ours, target], [theirs, reference]);
    // How much a watch tells before its time is over depends on the pace of the requests.
    if (repeated !== undefined || timeoutMs(ours.target) < Number.POSITIVE_INFINITY) return repeated;
    return (
      missingDeviation([ours, target], [theirs, reference], pairs) ??
      (isSettled ? typesDeviation(there.content(theirs), here.content(ours), sent) : undefined)
    );
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
