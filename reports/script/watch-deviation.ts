import { jqStep } from './chosen-values.ts';
import type { Pair } from './comparable.ts';
import { conflicts, eventCount, isOwnEvent, member, typesByObject, typesByObjectInJq, versionOf } from './content.ts';
import type { ContentDeviation } from './content-deviation.ts';
import { neutralNames } from './neutral-names.ts';
import { isSuccess } from './outcome.ts';
import { sentText, type WireExchange } from './wire-case.ts';

/** What is wrong about the events of a watch. */
export type EventsDeviation = ContentDeviation | MissingDeviation | RepeatedDeviation;

/** Versions that writes made and a watch does not tell. */
interface MissingDeviation {
  readonly kind: 'missing';
  /** The writes whose versions the watch must tell. */
  readonly writes: readonly number[];
}

/** A version that a watch tells twice. */
interface RepeatedDeviation {
  readonly kind: 'repeated';
}

/**
 * A difference in the types of the events of any object. A server that fails after a while fails at another event in
 * each run, so all events are compared. Objects that no request names, as those of controllers, may come and go at
 * another pace. `sent`: what all requests sent, with neutral names.
 */
export function typesDeviation(theirs: unknown, ours: unknown, sent: string): ContentDeviation | undefined {
  const [expected, actual] = [typesByObject(theirs), typesByObject(ours)];
  const events = { expected: eventCount(theirs), actual: eventCount(ours) };
  // More events than expected prove nothing: the other watch was closed earlier.
  if (events.actual >= events.expected && !conflicts(expected, ours)) return undefined;
  if (![...expected, ...actual].every((each) => sent.includes(nameIn(each)))) return undefined;
  return { kind: 'content', path: typesByObjectInJq(), expected, actual, events };
}

/**
 * The events of an object of which the reference server's watch delivers none. `isNeverDelivered` says whether that
 * watch could have delivered some: `$ID-ns1/$ID-a`.
 */
export function foreignDeviation(
  theirs: unknown,
  ours: unknown,
  isNeverDelivered: (key: string) => boolean,
): ContentDeviation | undefined {
  const [known, told] = [member(theirs, 'objects') ?? {}, member(ours, 'objects') ?? {}];
  const foreign = Object.entries(told as object).find(
    ([key]) => !Object.hasOwn(known as object, key) && isNeverDelivered(key),
  );
  if (foreign === undefined) return undefined;
  const [key, events] = foreign;
  return {
    kind: 'content',
    path: `.objects${jqStep({}, key)} | length`,
    expected: 0,
    actual: (events as readonly unknown[]).length,
  };
}

/**
 * Whether a watch in a case with pauses could deliver the last write that names an object: it was open until the end,
 * or another request came between that write and its end.
 */
export function couldHaveDelivered(watch: WireExchange, exchanges: readonly WireExchange[], name: string): boolean {
  const neutral = neutralNames(exchanges);
  const last = exchanges.findLast(
    (each) => !each.isWatch && each.method !== 'GET' && neutral(sentText(each)).includes(name),
  );
  const since = Math.max(watch.responded, last?.ended ?? Number.POSITIVE_INFINITY);
  return (
    since < watch.ended &&
    (exchanges.every(({ began }) => began < watch.ended) ||
      exchanges.some(({ began }) => began > since && began < watch.ended))
  );
}

/** The name in `$ID-ns1/$ID-a: ADDED`. */
function nameIn(types: string): string {
  return types.slice(types.indexOf('/') + 1, types.indexOf(': '));
}

/**
 * The writes whose versions the reference server's watch tells, if the target's does not tell all of them. Which
 * versions overlapping requests make depends on their order, but a watch tells each of them.
 */
export function missingDeviation(
  [watch, exchanges]: readonly [WireExchange, readonly WireExchange[]],
  [otherWatch, others]: readonly [WireExchange, readonly WireExchange[]],
  pairs: readonly Pair[],
): MissingDeviation | undefined {
  const told = new Set(toldBy(watch, exchanges).map(({ version }) => version));
  // The event about an object that goes, or leaves the selection, has the new version or the former one.
  const lasting = toldBy(otherWatch, others).filter(({ type }) => type !== 'DELETED');
  const toldThere = new Set(lasting.map(({ version }) => version));
  const writes = pairs.flatMap(([step, other]) => {
    const [made, madeThere] = [madeDuring(watch, exchanges[step]), madeDuring(otherWatch, others[other])];
    return made !== undefined && madeThere !== undefined && toldThere.has(madeThere) ? [{ step, made }] : [];
  });
  if (writes.every(({ made }) => told.has(made))) return undefined;
  return { kind: 'missing', writes: writes.map(({ step }) => step) };
}

/** A version of an object that the target's watch tells twice, if the reference server's tells each once. */
export function repeatedDeviation(
  [watch, exchanges]: readonly [WireExchange, readonly WireExchange[]],
  [otherWatch, others]: readonly [WireExchange, readonly WireExchange[]],
): RepeatedDeviation | undefined {
  return hasRepeated(watch, exchanges) && !hasRepeated(otherWatch, others) ? { kind: 'repeated' } : undefined;
}

/** `hasRepeated` as an expression of jq, over the content of a watch. */
export const HAS_REPEATED_IN_JQ =
  '[.objects[][] | [.type, .object.metadata.resourceVersion]] | length != (unique | length)';

function hasRepeated(watch: WireExchange, exchanges: readonly WireExchange[]): boolean {
  const told = toldBy(watch, exchanges).map(({ type, version }) => JSON.stringify([type, version]));
  return new Set(told).size < told.length;
}

/** The types and versions in the events of a watch about objects of the case. */
function toldBy({ events }: WireExchange, exchanges: readonly WireExchange[]) {
  const neutral = neutralNames(exchanges);
  return events
    .filter(({ json }) => isOwnEvent(json, neutral))
    .map(({ json }) => ({ type: member(json, 'type'), version: versionOf(member(json, 'object')) }));
}

/** When a watch is known to have begun. One without a version reads its first state after it has responded. */
function startOf({ target, responded, events: [first] }: WireExchange): number {
  return /[?&]resourceVersion=[^0&]/.test(target) ? responded : (first?.at ?? Number.POSITIVE_INFINITY);
}

/** The version that a write made while a watch was open. */
function madeDuring(watch: WireExchange, exchange: WireExchange | undefined): unknown {
  if (exchange === undefined || exchange.isWatch || exchange.method === 'GET') return undefined;
  if (exchange.began < startOf(watch) || exchange.ended > watch.ended) return undefined;
  return isSuccess(exchange.status ?? 0) ? versionOf(exchange.json) : undefined;
}
