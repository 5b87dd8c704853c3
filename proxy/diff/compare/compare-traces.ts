import { append } from '../../../shared/group-by.ts';
import { align } from './align-events.ts';
import type { ExchangePair, Over, Writes } from '../exchanges/exchange-pair.ts';
import { compareValues } from '../values/compare-values.ts';
import type { Correspondence } from '../values/correspondence.ts';
import type { TrafficDifference } from '../values/difference.ts';
import { isGenerated } from '../values/identities.ts';
import { isObject, type Json, memberOf, textOf } from '../values/json-value.ts';
import { shownIn } from '../values/list-elements.ts';
import type { ObservedExchange, WatchEvent } from '../exchanges/observed-exchange.ts';
import { fieldOf, subjectWithin } from '../values/subjects.ts';

type At = Pick<TrafficDifference, 'exchange' | 'request' | 'subject'>;
type Streams = Pick<ExchangePair, 'expected' | 'actual'>;
/** An event and its position in its stream. */
interface IndexedEvent extends WatchEvent {
  readonly index: number;
}
type EventPair = readonly [expected: IndexedEvent, actual: IndexedEvent];

/**
 * Compares two watch streams as traces: the events of each object in their order; across objects only the order of
 * events whose writes did not overlap; never the order of the initial events. A stream that the client closed may
 * have delivered more writes than the recording.
 */
export function compareTraces(
  pair: Streams,
  correspondence: Correspondence,
  writes: Writes,
  at: At,
): TrafficDifference[] {
  const differences: TrafficDifference[] = [];
  const matched: EventPair[] = [];
  const unmatched: Unmatched[] = [];
  const expected = byObject(pair.expected.events, (name) => correspondence.translated(name));
  const actual = byObject(pair.actual.events, (name) => name);
  pairGenerated(expected, actual);
  for (const key of new Set([...expected.keys(), ...actual.keys()])) {
    const there = expected.get(key) ?? [];
    const here = inExpectedOrder(there, actual.get(key) ?? [], writes);
    const cost = (one: number, other: number): number => costOf(there[one], here[other], correspondence);
    for (const [one, other] of align(there.length, here.length, cost)) {
      const left = one === undefined ? undefined : there[one];
      const right = other === undefined ? undefined : here[other];
      if (left !== undefined && right !== undefined) {
        matched.push([left, right]);
        differences.push(...compareEvents(left, right, correspondence, at));
      } else if (left !== undefined)
        unmatched.push({
          side: 'expected',
          index: left.index,
          difference: {
            ...about(left, at),
            kind: 'missing-event',
            place: placeOf(left),
            field: `event ${left.type}`,
            expected: left.type,
            actual: 'no such event',
            ...(pair.actual.end === 'complete'
              ? tooLate(pair.actual, writes.expected.ofEvent(left), writes.overHere)
              : {}),
          },
        });
      else if (right !== undefined && !mayFollowTheCut(right, here, pair, writes)) {
        unmatched.push({
          side: 'actual',
          index: right.index,
          difference: {
            ...about(right, at),
            kind: 'extra-event',
            place: placeOf(right),
            field: `event ${right.type}`,
            expected: 'no such event',
            actual: right.type,
            ...(isRepeated(right, here, writes)
              ? {}
              : tooLate(pair.expected, writes.actual.ofEvent(right), writes.overThere)),
          },
        });
      }
    }
  }
  return [
    ...differences,
    ...unmatched.map((each) => unlessUnseen(each, matched, pair)),
    ...swapped(matched, pair, writes, at),
    ...compareEnds(pair, at),
  ];
}

/** An event that only one side shows. */
interface Unmatched {
  readonly side: 'expected' | 'actual';
  readonly index: number;
  readonly difference: TrafficDifference;
}

/**
 * If a recording ended (as by a crash) during a stream, it does not show the stream's events after the last one that
 * both sides show.
 */
function unlessUnseen(
  { side, index, difference }: Unmatched,
  matched: readonly EventPair[],
  { expected, actual }: Streams,
): TrafficDifference {
  const other = side === 'expected' ? actual : expected;
  if (other.end !== undefined) return difference;
  const last = matched.reduce(
    (latest, [left, right]) => Math.max(latest, (side === 'expected' ? left : right).index),
    -1,
  );
  return index > last ? { ...difference, chance: 'what this watch delivered after the recording ended' } : difference;
}

/**
 * If a client closed a watch this many milliseconds after the response to a write, the watch should have delivered
 * the write by then; servers get a generous limit.
 */
const LONGEST_LAG_MS = 1000;

/** A stream does not show writes after its end, as after its `timeoutSeconds` or when its client had left. */
function tooLate(
  stream: ObservedExchange,
  write: { readonly exchange: number } | undefined,
  over: ReadonlyMap<number, Over>,
): { readonly chance?: string } {
  const written = write === undefined ? undefined : over.get(write.exchange);
  return written !== undefined && written.n > stream.ended
    ? { chance: 'what was written before this watch ended' }
    : {};
}

function byObject(events: readonly WatchEvent[], translated: (name: string) => string): Map<string, IndexedEvent[]> {
  const groups = new Map<string, IndexedEvent[]>();
  for (const [index, event] of events.entries()) {
    const metadata = memberOf(shownIn(event.object), 'metadata');
    const key =
      event.type === 'ERROR'
        ? 'ERROR'
        : `${textOf(event.object, 'kind')} ${textOf(metadata, 'namespace')}/${translated(textOf(metadata, 'name'))}`;
    append(groups, key, { ...event, index });
  }
  return groups;
}

/** Objects with unpaired generated names are paired in order, by prefix. */
function pairGenerated(expected: Map<string, IndexedEvent[]>, actual: Map<string, IndexedEvent[]>): void {
  const free = [...actual].filter(([key]) => !expected.has(key));
  for (const [key, group] of Array.from(expected)) {
    const prefix = generatedPrefix(group[0]?.object);
    if (actual.has(key) || prefix === undefined) continue;
    const index = free.findIndex(([, other]) => generatedPrefix(other[0]?.object) === prefix);
    const [found] = index === -1 ? [] : free.splice(index, 1);
    if (found === undefined) continue;
    expected.delete(key);
    expected.set(found[0], group);
  }
}

function generatedPrefix(object: Json | undefined): string | undefined {
  const metadata = memberOf(object, 'metadata');
  return isObject(metadata) && isGenerated(metadata, textOf(metadata, 'name'))
    ? textOf(metadata, 'generateName')
    : undefined;
}

/** Zero for matching events, a little for each different place, much for another type. */
function costOf(
  expected: IndexedEvent | undefined,
  actual: IndexedEvent | undefined,
  correspondence: Correspondence,
): number {
  if (expected === undefined || actual === undefined || expected.type !== actual.type) return 4;
  const found = correspondence.trying(() => compareValues(expected.object, actual.object, correspondence, ''));
  return Math.min(found.length, 3);
}

function compareEvents(
  expected: IndexedEvent,
  actual: IndexedEvent,
  correspondence: Correspondence,
  at: At,
): TrafficDifference[] {
  const place = placeOf(expected);
  if (expected.type !== actual.type)
    return [
      {
        ...about(expected, at),
        kind: 'value',
        place: `${place} $.type`,
        field: 'event type',
        expected: expected.type,
        actual: actual.type,
      },
    ];
  const found = compareValues(expected.object, actual.object, correspondence, `exchange ${at.exchange} ${place}`);
  return found.map(({ path, ...each }) => ({
    ...about(expected, at),
    ...each,
    field: fieldOf(path),
    place: `${place} ${each.place.replace('$', '$.object')}`,
  }));
}

function about(event: IndexedEvent, at: At): At {
  return { ...at, subject: subjectWithin(at.subject, shownIn(event.object)) };
}

/** The events of one object, with those of racing writes in the order of the expected side: their order is chance. */
function inExpectedOrder(
  there: readonly IndexedEvent[],
  here: readonly IndexedEvent[],
  writes: Writes,
): readonly IndexedEvent[] {
  if (writes.raced.size === 0) return here;
  const order = new Map(there.map((event, index) => [writes.expected.ofEvent(event)?.exchange, index]));
  const turn = here.map((event) => {
    const write = writes.actual.ofEvent(event);
    const raced = write === undefined ? undefined : writes.raced.get(write.exchange);
    return raced === undefined ? undefined : order.get(raced);
  });
  const raced = here
    .map((event, index) => ({ event, turn: turn[index] }))
    .filter((each): each is { event: IndexedEvent; turn: number } => each.turn !== undefined);
  const dealt = raced
    .sort((one, other) => one.turn - other.turn)
    .map(({ event }) => event)
    .values();
  return here.map((event, index) => (turn[index] === undefined ? event : (dealt.next().value ?? event)));
}

function placeOf({ index, type, object }: IndexedEvent): string {
  const metadata = memberOf(shownIn(object), 'metadata');
  const names = [textOf(metadata, 'namespace'), textOf(metadata, 'name')].filter((name) => name !== '');
  return `event ${index} (${[type, names.join('/')].join(' ').trim()})`;
}

/**
 * Whether an event that only the actual side shows is no difference: the recorded client closed the stream, and the
 * event is of a write that this watch had not delivered yet. So the recording may have ended just before it, unless
 * it went on for long after that write.
 */
function mayFollowTheCut(
  event: IndexedEvent,
  ofObject: readonly IndexedEvent[],
  { expected }: Streams,
  writes: Writes,
): boolean {
  if (!leftOpen(expected)) return false;
  const write = writes.actual.ofEvent(event);
  const written = write === undefined ? undefined : writes.overThere.get(write.exchange);
  const wasDue =
    written !== undefined && Number.isFinite(expected.endedAfter) && expected.endedAfter - written.t > LONGEST_LAG_MS;
  return write !== undefined && !wasDue && !isRepeated(event, ofObject, writes) && ofObject.at(-1) === event;
}

/** Whether another event of its stream is of the same write. */
function isRepeated(event: IndexedEvent, ofObject: readonly IndexedEvent[], writes: Writes): boolean {
  const write = writes.actual.ofEvent(event);
  return ofObject.some(
    (other) => other !== event && writes.actual.ofEvent(other) === write && other.type === event.type,
  );
}

/** Whether the stream was still open when it was last seen. */
function leftOpen({ end }: ObservedExchange): boolean {
  return end === undefined || end === 'client-abort' || end === 'proxy-stop';
}

/** Neighbours on the expected side whose writes did not overlap, and that the actual side shows in reverse order. */
function swapped(matched: readonly EventPair[], { expected }: Streams, writes: Writes, at: At): TrafficDifference[] {
  const differences: TrafficDifference[] = [];
  const live = matched
    .map(([left, right]) => ({ left, right, write: writes.expected.ofEvent(left) }))
    .filter(({ write }) => write !== undefined && write.began > expected.began)
    .sort((one, other) => one.left.index - other.left.index);
  for (const [index, second] of live.entries()) {
    const first = live[index - 1];
    if (first?.write === undefined || second.write === undefined || first.right.index < second.right.index) continue;
    if (first.write.ended >= second.write.began) continue;
    differences.push({
      ...about(first.left, at),
      kind: 'event-order',
      place: placeOf(first.left),
      field: 'event order',
      expected: `before ${placeOf(second.left)}`,
      actual: 'after it',
    });
  }
  return differences;
}

function compareEnds({ expected, actual }: Streams, at: At): TrafficDifference[] {
  const differences: TrafficDifference[] = [];
  if (expected.end === undefined || actual.end === undefined) return differences;
  if (expected.otherFrames !== actual.otherFrames) {
    differences.push({
      ...at,
      kind: 'value',
      place: 'stream',
      field: 'stream',
      expected: `${expected.otherFrames} frames that are no events`,
      actual: String(actual.otherFrames),
    });
  }
  if ((!leftOpen(expected) || actual.end === 'error') && expected.end !== actual.end) {
    differences.push({
      ...at,
      kind: 'stream-end',
      place: 'end of the stream',
      field: 'end of the stream',
      expected: leftOpen(expected) ? 'open until its client left' : String(expected.end),
      actual: leftOpen(actual) ? 'it did not end' : (actual.detail ?? String(actual.end)),
    });
  }
  return differences;
}
