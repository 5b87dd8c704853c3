import { jqStep } from './chosen-values.ts';
import { aligned, type Comparable, type ComparableExchange, comparable } from './comparable.ts';
import { outcomeOf } from './outcome.ts';
import { neutralNames } from './neutral-names.ts';
import { haveOverlaps, isAlone, isWrongInAnyOrder } from './races.ts';
import { textDifference } from './text-difference.ts';
import { type EventsDeviation, missingDeviation, repeatedDeviation, typesDeviation } from './watch-deviation.ts';
import { sentText, type WireExchange } from './wire-case.ts';

/** How the target's response to one request of a case differs from the reference server's. */
export type Deviation = { readonly step: number } & (
  | OutcomeDeviation
  | TypeDeviation
  | DurationDeviation
  | ContentDeviation
  | EventsDeviation
  | TextDeviation
);

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

export interface ContentDeviation {
  readonly kind: 'content';
  /** A jq expression over the content, with neutral names. */
  readonly path: string;
  /**
   * JSON; `undefined` if nothing is there. Server-chosen values are written as `<step path>` of their first
   * occurrence.
   */
  readonly expected: unknown;
  readonly actual: unknown;
  /** Any other value than the expected one is wrong: a client sent it, or the server chose the actual one in this response. */
  readonly anyOther?: true;
  /**
   * The numbers of events, if the types of all events are compared. Fewer than expected are wrong, if they were fewer
   * when the bug was found; otherwise those of some object conflict.
   */
  readonly events?: { readonly expected: number; readonly actual: number };
}

/** A text that stands in the body and should not, or the other way round. */
interface TextDeviation {
  readonly kind: 'text';
  readonly text: string;
  readonly isExpected: boolean;
}

export interface ComparedCase {
  /** Numbers of the exchanges at issue, the one with the wrong response first. */
  readonly atIssue: readonly number[];
  /** The words of the violation: differences that it names come first. */
  readonly words: string;
  /** Whether the outcome depends on the order of parallel requests. */
  readonly isRace: boolean;
}

/**
 * The first difference that shows the bug. Exchanges at issue come first, then the others; an outcome before a media
 * type, a media type before content, and members set by clients before server-chosen ones. In a race server-chosen
 * members are not compared. `undefined` if a script can see no difference.
 */
export function deviationOf(
  target: readonly WireExchange[],
  reference: readonly WireExchange[],
  { atIssue, words, isRace }: ComparedCase,
): Deviation | undefined {
  const all = aligned(target, reference);
  const place = (step: number): number => atIssue.indexOf(target[step]?.id ?? -1);
  const rank = (step: number): number => (place(step) === -1 ? atIssue.length + step : place(step));
  const numbers = new Map(all.map(([step, other]) => [other, step]));
  const mayDiffer = haveOverlaps(target);
  const sent = neutralNames(target)(target.map(sentText).join('\n'));
  const [here, there] = [comparable(target), comparable(reference, (step) => numbers.get(step) ?? -1)];
  const pairs = beforeAnotherBody(all);
  for (const [step, other] of pairs.toSorted(([a], [b]) => rank(a) - rank(b))) {
    const [ours, theirs] = [target[step], reference[other]];
    if (ours === undefined || theirs === undefined) continue;
    const isAtIssue = atIssue.length === 0 || place(step) !== -1;
    const isSettled = !isRace || (ours.isWatch ? !mayDiffer : isAlone(target, step));
    const outcome = outcomeDeviation(ours, theirs);
    const found =
      (outcome !== undefined && (!isRace || isWrongInAnyOrder(target, step, outcome.expected)) ? outcome : undefined) ??
      typeDeviation(ours, theirs) ??
      durationDeviation(ours, theirs) ??
      eventsDeviation(ours, theirs) ??
      bodyDeviation([ours, here], [theirs, there], {
        words,
        isRace,
        isAtIssue,
        isSettled,
        step,
        exchanges: target,
        sent,
      });
    if (found !== undefined) return { step, ...found };
  }
  return undefined;

  /** What follows a request whose body differs, such as a PUT of what a read showed, differs too. */
  function beforeAnotherBody(known: typeof all): typeof all {
    const bodyOf = (form: Comparable, exchange: WireExchange | undefined): string | undefined =>
      exchange?.body === undefined ? undefined : JSON.stringify(form.value(parsed(exchange.body)));
    const other = known.find(([step, theirs]) => bodyOf(here, target[step]) !== bodyOf(there, reference[theirs]));
    const end = target[other?.[0] ?? -1]?.began ?? Number.POSITIVE_INFINITY;
    return known.filter(([step]) => (target[step]?.ended ?? 0) < end);
  }

  function eventsDeviation(ours: WireExchange, theirs: WireExchange): EventsDeviation | undefined {
    if (!ours.isWatch || outcomeOf(theirs.status) !== '200') return undefined;
    return (
      missingDeviation([ours, target], [theirs, reference], pairs) ??
      repeatedDeviation([ours, target], [theirs, reference]) ??
      (mayDiffer ? undefined : typesDeviation(there.content(theirs), here.content(ours), sent))
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

interface ComparingBodies {
  readonly words: string;
  readonly isRace: boolean;
  readonly isAtIssue: boolean;
  /** Whether the content depends on no order of overlapping requests. */
  readonly isSettled: boolean;
  readonly step: number;
  readonly exchanges: readonly WireExchange[];
  /** What all requests sent, with neutral names. */
  readonly sent: string;
}

/** The document leaves the bodies of refusals open. */
function bodyDeviation(
  [ours, here]: ComparableExchange,
  [theirs, there]: ComparableExchange,
  { words, isRace, isAtIssue, isSettled, step, exchanges, sent }: ComparingBodies,
): ContentDeviation | TextDeviation | undefined {
  if (!outcomeOf(theirs.status).startsWith('2')) return undefined;
  const found = differences(there.content(theirs), here.content(ours), '')
    .filter((each) => !isListVersion(each, ours) || isKeptVersion(each, exchanges, step))
    .filter(({ path }) => isOfNamed(path, sent))
    .toSorted((a, b) => Number(isNamed(b, words)) - Number(isNamed(a, words)));
  const first = found.find(({ path }) => !DEPENDENT.test(path));
  const deviation = (difference: Difference): ContentDeviation => ({
    kind: 'content',
    ...difference,
    ...(isWrongAnyway(difference, step, sent) ? { anyOther: true } : {}),
  });
  if (isSettled && first !== undefined) return deviation(first);
  if (!isAtIssue) return undefined;
  const dependent = isRace ? found.find((each) => isTakenUid(each, step)) : found[0];
  if (dependent !== undefined) return deviation(dependent);
  if (!isSettled || ours.isWatch || (ours.json !== undefined && !ours.target.includes('pretty='))) return undefined;
  const text = textDifference(there.text(theirs.text ?? ''), here.text(ours.text ?? ''));
  return text === undefined ? undefined : { kind: 'text', ...text };
}

/** Whether any other value than the expected one is wrong. A server that cuts names gives another one in each run. */
function isWrongAnyway({ path, expected, actual }: Difference, step: number, sent: string): boolean {
  const isSent = typeof expected === 'string' && expected.includes('$ID') && sent.includes(JSON.stringify(expected));
  return isSent || actual === '<time>' || actual === `<${step} ${path}>`;
}

/** Whether a path leads to an object that a request names. Those of controllers have other names in each run. */
function isOfNamed(path: string, sent: string): boolean {
  const [, name] = /^\.(?:objects|items)\."[^"/]*\/([^"]*)"/.exec(path) ?? [];
  return name === undefined || (name !== '' && sent.includes(name));
}

function isListVersion({ path, actual }: Difference, { json }: WireExchange): boolean {
  const isList = typeof json === 'object' && json !== null && 'items' in json;
  return isList && path === '.metadata.resourceVersion' && typeof actual === 'string' && actual.startsWith('<');
}

/**
 * Whether a list has a version that an earlier response showed, although a write came in between. Other versions prove
 * nothing: other clients may write at any time.
 */
function isKeptVersion({ actual }: Difference, exchanges: readonly WireExchange[], step: number): boolean {
  const shown = Number(/^<(\d+) /.exec(String(actual))?.[1] ?? step);
  return exchanges
    .slice(shown + 1, step)
    .some(({ method, status }) => method !== 'GET' && outcomeOf(status).startsWith('2'));
}

/** Whether an object has the uid of another object, which is wrong whoever came first. */
function isTakenUid({ path, expected, actual }: Difference, step: number): boolean {
  return path.endsWith('.uid') && expected === `<${step} ${path}>` && actual !== undefined;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Members that follow from server-chosen values, and the order of unrelated events. */
const DEPENDENT = /\.(?:resourceVersion|uid|selfLink|name|nodeName|hostIP|podIP)$|^\.order\b/;

/** Whether the violation speaks of the member that differs. */
function isNamed({ path }: Difference, words: string): boolean {
  const member = /\w+(?=\W*(?: \| \w+)?$)/.exec(path.replace(/(?:\[\d+\])+/g, ''))?.[0] ?? '';
  return member !== '' && new RegExp(String.raw`\b${member}\b`).test(words);
}

type Difference = Omit<ContentDeviation, 'kind'>;

function differences(expected: unknown, actual: unknown, path: string): Difference[] {
  if (JSON.stringify(expected) === JSON.stringify(actual)) return [];
  const at = path === '' ? '.' : path;
  const [there, here] = [sizeOf(expected), sizeOf(actual)];
  if (!isContainer(expected) && !isContainer(actual)) return [{ path: at, expected, actual }];
  if ((expected === undefined || actual === undefined) && there !== here)
    return [{ path: `${at} | length`, expected: there, actual: here }];
  if (jqType(expected) !== jqType(actual))
    return [{ path: `${at} | type`, expected: jqType(expected), actual: jqType(actual) }];
  if (!isContainer(expected) || !isContainer(actual)) return [];
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length)
    return [{ path: `${at} | length`, expected: expected.length, actual: actual.length }];
  const members = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  return members.flatMap((member) =>
    differences(
      own(expected, member),
      own(actual, member),
      `${path === '' && Array.isArray(expected) ? '.' : path}${jqStep(expected, member)}`,
    ),
  );
}

/** As `length` of jq counts it: nothing has the length 0. */
function sizeOf(value: unknown): number | undefined {
  if (value === undefined) return 0;
  return isContainer(value) ? Object.keys(value).length : undefined;
}

function jqType(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function own(container: object, member: string): unknown {
  return Object.hasOwn(container, member) ? (container as Record<string, unknown>)[member] : undefined;
}
