import { otherWrites } from './other-writes.ts';
import type { UpdateVerb } from '../../spec/surface/operations.ts';
import { asksForAll } from '../oracle/state/search-index.ts';
import { cached } from '../../shared/cached.ts';
import type { Exchange, History } from '../oracle/history.ts';
import type { JsonObject } from '../oracle/json.ts';
import { firstIndexFrom } from '../oracle/values/first-index.ts';
import { groupBy } from '../../shared/group-by.ts';
import {
  type ObjectKey,
  type Observation,
  type ObservedState,
  observedStateOf,
  type Write,
} from '../oracle/observed-state.ts';
import { callsOf, type ResourceCalled, keyCalled } from './responses.ts';
import { type Listing, listings } from './listings.ts';
import { collectionId } from '../oracle/state/object-key.ts';

/** One fresh read that covers an object's key. */
export interface FreshRead {
  readonly exchange: ResourceCalled;
  /** In words: `a get`. */
  readonly where: string;
  /** `undefined`: the object was absent. */
  readonly seen: Observation | undefined;
}

/** Whether another write of that object, not refused, overlaps the exchange. */
function isDisturbed(observed: ObservedState, key: ObjectKey, exchange: Exchange): boolean {
  return otherWrites(observed, key, exchange).some(({ outcome }) => outcome !== 'refused');
}

/**
 * The state of the object when a request arrived. Known if the object belongs to the suite alone and no other write
 * overlaps.
 */
export function stateBefore(observed: ObservedState, key: ObjectKey, exchange: Exchange): Observation | undefined {
  return isDisturbed(observed, key, exchange) ? undefined : observed.expectedAt(key, exchange.began);
}

/** The states in which the object of that state was seen before. */
export function formerStates(observed: ObservedState, { key, uid, began }: Observation): readonly JsonObject[] {
  return observed
    .observationsOf(key)
    .filter((observation) => observation.uid === uid && observation.ended < began)
    .map(({ content }) => content);
}

/** The other writes of the object that may have taken effect after the exchange began. */
export function writesSince(observed: ObservedState, key: ObjectKey, exchange: Exchange): readonly Write[] {
  return observed
    .writesTo(key)
    .filter((write) => write.exchange !== exchange && write.outcome !== 'refused' && write.settled > exchange.began);
}

/**
 * The fresh gets and lists that cover the key, and began after the exchange and before any other write of the
 * object, in order.
 */
export function freshReadsAfter(
  history: History,
  observed: ObservedState,
  key: ObjectKey,
  exchange: Exchange,
): FreshRead[] {
  const writes = writesSince(observed, key, exchange);
  return freshReadsOf(history, observed, key).filter(
    (read) => read.exchange.began > exchange.ended && !writes.some(({ began }) => began < read.exchange.ended),
  );
}

const READS = new WeakMap<History, Map<string, readonly FreshRead[]>>();

/** Every fresh get and list that covers the key, in order. Cached per history and object. */
export function freshReadsOf(history: History, observed: ObservedState, key: ObjectKey): readonly FreshRead[] {
  const known = cached(READS, history, () => new Map());
  return cached(known, key.id, () => findFreshReads(history, observed, key));
}

/** The fresh gets and lists that began after a write had ended, and show the object that it returned. */
export function readsSince(
  history: History,
  observed: ObservedState,
  key: ObjectKey,
  { settled, response }: Write,
): readonly (FreshRead & { readonly seen: Observation })[] {
  return freshReadsOf(history, observed, key).flatMap((read) =>
    read.exchange.began < settled || read.seen === undefined || read.seen.uid !== response?.uid
      ? []
      : [{ ...read, seen: read.seen }],
  );
}

function findFreshReads(history: History, observed: ObservedState, key: ObjectKey): FreshRead[] {
  const observations = observed.observationsOf(key).filter(({ began }) => began > 0);
  const seenIn = new Map(observations.toReversed().map((observation) => [observation.exchange, observation]));
  const { gets, lists } = readIndexOf(history);
  const found = [
    ...getsOf(gets.get(key.id) ?? [], seenIn, (exchange) => observed.saysAbsent(key, exchange)),
    ...listsOf(lists, key, seenIn, mentionsOf(observed, key, gets)),
  ];
  return found.sort((a, b) => a.exchange.began - b.exchange.began);
}

function getsOf(
  gets: readonly ResourceCalled[],
  seenIn: ReadonlyMap<Exchange, Observation>,
  saysAbsent: (exchange: ResourceCalled) => boolean,
): FreshRead[] {
  return gets.flatMap((exchange) => {
    const seen = seenIn.get(exchange);
    return seen === undefined && !saysAbsent(exchange) ? [] : [{ exchange, where: 'a get', seen }];
  });
}

/** How many lists that lack an object count as reads of it, after its last mention. More would prove nothing new. */
const LAST_LISTS = 8;

function listsOf(
  lists: ReadonlyMap<string, readonly Listing[]>,
  key: ObjectKey,
  seenIn: ReadonlyMap<Exchange, Observation>,
  { first, last }: Mentions,
): FreshRead[] {
  const reads: FreshRead[] = [];
  for (const place of new Set([collectionId(key.kind, key.namespace), collectionId(key.kind, undefined)])) {
    let after = 0;
    const here = lists.get(place) ?? [];
    for (
      let index = firstIndexFrom(here, first, ({ exchange }) => exchange.began);
      index < here.length && after < LAST_LISTS;
      index += 1
    ) {
      const { exchange, latest } = here[index] as Listing;
      const seen = seenIn.get(exchange);
      if (!latest || (seen === undefined && !asksForAll(exchange))) continue;
      reads.push({ exchange, where: exchange.call.verb === 'list' ? 'a list' : 'a list of all namespaces', seen });
      if (exchange.began > last) after += 1;
    }
  }
  return reads;
}

/** The first and the last position that mention an object. */
interface Mentions {
  readonly first: number;
  readonly last: number;
}

function mentionsOf(
  observed: ObservedState,
  key: ObjectKey,
  gets: ReadonlyMap<string, readonly ResourceCalled[]>,
): Mentions {
  const named = [
    ...observed.writesTo(key).map(({ exchange }) => exchange),
    ...(gets.get(key.id) ?? []),
    ...observed.observationsOf(key).map(({ exchange }) => exchange),
  ];
  return named.reduce<Mentions>(
    ({ first, last }, { began }) => ({ first: Math.min(first, began), last: Math.max(last, began) }),
    { first: Number.POSITIVE_INFINITY, last: 0 },
  );
}

/** The reads of a history: gets by key, lists by collection. */
interface ReadIndex {
  readonly gets: ReadonlyMap<string, readonly ResourceCalled[]>;
  readonly lists: ReadonlyMap<string, readonly Listing[]>;
}

const READ_INDEXES = new WeakMap<History, ReadIndex>();

function readIndexOf(history: History): ReadIndex {
  return cached(READ_INDEXES, history, () => ({
    gets: groupBy(servedGets(history), (get) => keyCalled(get).id),
    lists: groupBy(listings(history), ({ exchange: { call } }) => collectionId(call.resource.kind, call.namespace)),
  }));
}

/** The gets through group versions that are served: 404 from another one says nothing about an object. */
function servedGets({ exchanges }: History): ResourceCalled[] {
  const served = new Set(
    exchanges.flatMap(({ call, response }) =>
      response !== undefined && response.status < 300 ? (call?.resource?.id ?? []) : [],
    ),
  );
  return [...callsOf(exchanges, 'get')].filter(({ call }) => served.has(call.resource.id));
}

/** An acknowledged write of one object, the state before it, and every appearance of the state after it. */
export interface WriteOutcome {
  readonly write: Write;
  readonly exchange: ResourceCalled;
  readonly key: ObjectKey;
  readonly before: Observation;
  readonly response: Observation;
  /** The response itself, reads before any other write, and watch events of the returned version. */
  readonly shown: readonly ShownState[];
}

export interface ShownState extends Pick<Observation, 'content' | 'systemAnnotations'> {
  readonly where: string;
  readonly version: string | undefined;
  /** Whether it has the returned version, so that no controller has written since. */
  readonly sameVersion: boolean;
}

const OUTCOMES = new WeakMap<Write, WriteOutcome | null>();

/** The acknowledged writes of these verbs with a known previous state. Each is found once: many rules judge it. */
export function outcomes(history: History, ...verbs: readonly UpdateVerb[]): readonly WriteOutcome[] {
  const observed = observedStateOf(history);
  return callsOf(history.exchanges, ...verbs).flatMap((exchange) => {
    const write = observed.writeOf(exchange);
    return write === undefined ? [] : (cached(OUTCOMES, write, () => outcomeOf(history, exchange, write)) ?? []);
  });
}

function outcomeOf(history: History, exchange: ResourceCalled, write: Write): WriteOutcome | null {
  const observed = observedStateOf(history);
  const { key, response, outcome } = write;
  if (outcome !== 'acknowledged' || key === undefined || response === undefined) return null;
  const before = stateBefore(observed, key, exchange);
  if (before === undefined) return null;
  return { write, exchange, key, before, response, shown: shownAfter(history, observed, key, response) };
}

/** The appearances of the state that a write returned. */
export function shownAfter(
  history: History,
  observed: ObservedState,
  key: ObjectKey,
  response: Observation,
): ShownState[] {
  const isSame = ({ uid, version }: Observation): boolean =>
    version !== undefined && uid === response.uid && version === response.version;
  const reads = freshReadsAfter(history, observed, key, response.exchange).flatMap(({ where, seen }) =>
    seen === undefined || seen.uid !== response.uid
      ? []
      : [{ ...shownAs(seen, `in ${where}`), sameVersion: isSame(seen) }],
  );
  const events = observed
    .observationsOf(key)
    .filter((observation) => observation.source === 'event' && isSame(observation));
  return [
    { ...shownAs(response, 'in the response'), sameVersion: true },
    ...reads,
    ...events.map((event) => ({ ...shownAs(event, 'in a watch event'), sameVersion: true })),
  ];
}

function shownAs({ content, systemAnnotations, version }: Observation, where: string): Omit<ShownState, 'sameVersion'> {
  return { where, content, version, ...(systemAnnotations === undefined ? {} : { systemAnnotations }) };
}

/** Whether the object with that uid certainly existed from the beginning of the write to the end of the read. */
export function existsThrough(observed: ObservedState, uid: string, { began }: Exchange, { ended }: Exchange): boolean {
  return observed
    .keysNear(began)
    .some(
      (key) =>
        observed.lastObservation(key, began, true)?.uid === uid &&
        observed.surelyExists(key, began) &&
        observed.surelyExists(key, ended),
    );
}
