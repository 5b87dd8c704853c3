import type { ComparableExchange } from './comparable.ts';
import { type Difference, differences } from './differences.ts';
import type { MemberPredicate } from './known-part.ts';
import { outcomeOf } from './outcome.ts';
import { textDifference } from './text-difference.ts';
import type { WireExchange } from './wire-case.ts';

/**
 * A difference in the content, with neutral names. Server-chosen values are written as `<step path>` of their first
 * occurrence.
 */
export interface ContentDeviation extends Difference {
  readonly kind: 'content';
  /**
   * Any other value than the expected one is wrong: a client sent it, or the server chose the actual one in this
   * response.
   */
  readonly anyOther?: true;
  /**
   * The numbers of events, if the types of all events are compared. Fewer than expected are wrong, if they were fewer
   * when the bug was found; otherwise those of some object conflict.
   */
  readonly events?: { readonly expected: number; readonly actual: number };
}

/** A text that stands in the body and should not, or the other way round. */
export interface TextDeviation {
  readonly kind: 'text';
  readonly text: string;
  readonly isExpected: boolean;
}

interface ComparingBodies {
  readonly words: string;
  readonly isRace: boolean;
  readonly isAtIssue: boolean;
  /** Whether the content depends on no order of overlapping requests. */
  readonly isSettled: boolean;
  /** Whether the requests write a member of that name (`writtenBy`). */
  readonly isWritten: MemberPredicate;
  /** Whether the member at a path does not depend on the pace of the requests. */
  isSteady(path: string): boolean;
  readonly step: number;
  readonly exchanges: readonly WireExchange[];
  /** What all requests sent, with neutral names. */
  readonly sent: string;
}

/** How the body of a success differs. The document leaves the bodies of refusals open. */
export function bodyDeviation(
  [ours, here]: ComparableExchange,
  [theirs, there]: ComparableExchange,
  { words, isRace, isAtIssue, isSettled, isWritten, isSteady, step, exchanges, sent }: ComparingBodies,
): ContentDeviation | TextDeviation | undefined {
  if (!outcomeOf(theirs.status).startsWith('2')) return undefined;
  const found = differences(there.content(theirs), here.content(ours))
    .filter((each) => !isListVersion(each, ours) || isKeptVersion(each, exchanges, step))
    .filter(({ path }) => isOfNamed(path, sent) && !(ours.isWatch && IS_EVENT_COUNT.test(path)))
    .filter(({ path }) => isSteady(path))
    .filter((each) => !each.path.endsWith('.selfLink') || isNamed(each, words))
    .filter((each) => !isChosenByServers(each, isWritten) || isNamed(each, words))
    .filter((each) => !COUNTED.test(each.path) || isNamed(each, words))
    .toSorted((a, b) => Number(isNamed(b, words)) - Number(isNamed(a, words)));
  const first = found.find((each) => !DEPENDENT.test(each.path) || isOfClient(each, words, sent));
  const deviation = (difference: Difference): ContentDeviation => ({
    kind: 'content',
    ...difference,
    ...(isWrongAnyway(difference, step, sent) ? { anyOther: true } : {}),
  });
  if (isSettled && first !== undefined) return deviation(first);
  if (!isAtIssue) return undefined;
  // The events of a watch stand by their number, and another server may tell one more.
  const isLoose = isRace || !isSettled || ours.isWatch;
  const dependent = isLoose ? found.find((each) => isTakenUid(each, step)) : found[0];
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

/** How many events a watch has depends on the moment at which its client closes it. */
const IS_EVENT_COUNT = /^\.(?:order|objects(?:\."[^"]*")?) \| length$/;

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

/** Members that follow from server-chosen values, and the order of unrelated events. */
const DEPENDENT = /\.(?:resourceVersion|uid|selfLink|name|nodeName|hostIP|podIP)$|^\.order\b/;

/** Members that each server counts from a number of its own. */
const COUNTED = /\.(?:generation|observedGeneration)$/;

/** Whether the violation speaks of a member that has, or should have, what a client sent. */
function isOfClient(difference: Difference, words: string, sent: string): boolean {
  const { path, expected, actual } = difference;
  const isSent = [expected, actual].some((each) => typeof each === 'string' && sent.includes(JSON.stringify(each)));
  return /\.(?:nodeName|hostIP|podIP)$/.test(path) && isSent && isNamed(difference, words);
}

/**
 * Whether the difference is in a member that no request writes and that the document does not show: servers choose its
 * default. Metadata, types and the outcome in a Status are shown.
 */
function isChosenByServers({ path }: Difference, isWritten: MemberPredicate): boolean {
  const [, place = ''] = IN_OBJECT.exec(path) ?? [];
  if (place === '' || SHOWN.test(place)) return false;
  const [, member, key = ''] = LAST_STEP.exec(place) ?? [];
  return member !== undefined ? !isWritten(member) : key !== '' && !key.includes('$ID') && !isWritten(key);
}

/** A path in an object: a response, an item of a list, or the object of an event. */
const IN_OBJECT = /^(?:\.items\."[^"]*"|\.objects\."[^"]*"\[\d+\]\.object)?(\.(?!(?:items|objects|order)\b).+)$/;

const SHOWN = /^\.(?:metadata|kind|apiVersion|code)\b|^\.status$/;

/** The member, or the key of a map, at the end of a path. */
const LAST_STEP = /(?:\.(\w+)|"([^"]*)"\]?)(?:\[\d+\])*(?: \| \w+)?$/;

/** Whether the violation speaks of the member that differs. */
export function isNamed({ path }: Difference, words: string): boolean {
  const member = /\w+(?=\W*(?: \| \w+)?$)/.exec(path.replace(/(?:\[\d+\])+/g, ''))?.[0] ?? '';
  return member !== '' && new RegExp(String.raw`\b${member}\b`).test(words);
}
