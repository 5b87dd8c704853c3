import { endedAt, type LoggedExchange } from '../../log/logged-exchange.ts';
import { streams } from '../../record/event-stream.ts';
import type { ExchangePair, Over, Writes } from '../exchanges/exchange-pair.ts';
import { compareExchanges } from './compare-exchanges.ts';
import { targetObject } from '../races/controlled-objects.ts';
import { Controllers } from '../races/controllers.ts';
import { Correspondence } from '../values/correspondence.ts';
import type { TrafficDifference } from '../values/difference.ts';
import { type BehindHoles, type Holes, HoleWatch } from '../races/holes.ts';
import type { Json } from '../values/json-value.ts';
import { objectIn, type ObservedExchange } from '../exchanges/observed-exchange.ts';
import { type PriorCount, PriorObjects } from '../races/prior-objects.ts';
import { type LoggedPair, type Race, settleRaces } from '../races/race-groups.ts';
import { unseenDeletions } from '../exchanges/removed-sooner.ts';
import { subjectOf } from '../values/subjects.ts';
import { type Unsettled, UnsettledDifferences } from '../races/unsettled.ts';
import { WriteIndex } from '../exchanges/write-index.ts';

/** The exchanges to compare: pairs in order of the expected side, and exchanges without a counterpart. */
export interface Pairing {
  readonly pairs: readonly Omit<LoggedPair, 'subject'>[];
  readonly missing: readonly LoggedExchange[];
  readonly extra: readonly LoggedExchange[];
}

/** How an exchange of each side is read. */
export interface ExchangeReaders {
  expected(exchange: LoggedExchange): Promise<ObservedExchange>;
  actual(exchange: LoggedExchange): Promise<ObservedExchange>;
}

export interface HistoryComparison {
  /** Exchanges that have no counterpart. */
  readonly unpaired: number;
  /** Differences that do not count, because lost lines of a log may explain them. */
  readonly behindHoles: BehindHoles;
  /** Differences that do not count, because they are about objects that a server had before. */
  readonly prior: PriorCount;
  readonly differences: readonly TrafficDifference[];
  /** Pairs whose bodies were compared. */
  readonly compared: number;
  /**
   * Responses of which only status and media type were compared, and what identifies an object in protobuf, because
   * their bodies cannot be read: protobuf, binary.
   */
  readonly opaque: number;
  /** Differences that do not count, because exchanges were concurrent. */
  readonly unsettled: readonly Unsettled[];
}

/**
 * Compares two histories pair by pair. Responses come before streams, so the identities in events are known. Bodies
 * are read for one pair at a time and not kept.
 */
export async function compareHistories(
  { pairs, missing, extra }: Pairing,
  read: ExchangeReaders,
  holes: Holes = { expected: [], actual: [] },
): Promise<HistoryComparison> {
  const writes = { expected: new WriteIndex(), actual: new WriteIndex() };
  const { settled, races } = settleRaces(await survey(pairs, read, writes));
  const undecided = races.filter(({ outcomes }) => outcomes.expected !== outcomes.actual);
  const skip = new Set(undecided.flatMap((race) => race.pairs));
  const chance = await chanceOf(settled, races, read);
  const prior = new PriorObjects(settled);
  const order = { ...writes, raced: racedPairs(races), ...endsOf(settled) };
  const controllers = new Controllers(order, settled);
  for (const pair of settled)
    if (pair.expected.events.length > 0) controllers.learn(await read.expected(pair.expected));
  const { differences, opaque } = await comparePairs(
    inOrder(settled).filter((pair) => !skip.has(pair)),
    { ...read, isSettled: (pair) => !chance.overlaps(pair), onPair: (pair) => prior.take(pair), controllers },
    order,
  );
  const byId = new Map(settled.map((pair) => [pair.expected.id, pair.expected]));
  const lost = new HoleWatch(settled, holes);
  const found = [...undecided.map(outcomeOf), ...unseenDeletions(differences, byId), ...controllers.differences()];
  const real = found
    .map((each) => controllers.withChance(each))
    .filter((difference) => {
      const exchange = byId.get(difference.exchange);
      return (
        exchange === undefined ||
        !(
          chance.explains(difference, exchange) ||
          lost.explains(difference, exchange.request.n) ||
          prior.explains(difference, exchange)
        )
      );
    });
  return {
    differences: [
      ...real.sort((a, b) => a.exchange - b.exchange),
      ...missing.map((each) => unpaired(each, 'missing-exchange')),
      ...extra.map((each) => unpaired(each, 'extra-exchange')),
    ],
    compared: pairs.length,
    unpaired: missing.length + extra.length,
    behindHoles: lost.counts,
    prior: prior.counts,
    opaque,
    unsettled: chance.counts,
  };
}

/** Reads and compares pair after pair and learns identities, but not from reads that may or may not show a write. */
async function comparePairs(
  pairs: readonly LoggedPair[],
  read: ExchangeReaders & {
    readonly controllers: Controllers;
    isSettled(pair: LoggedPair): boolean;
    onPair(pair: ExchangePair): void;
  },
  writes: Writes,
): Promise<{ readonly differences: readonly TrafficDifference[]; readonly opaque: number }> {
  const correspondence = new Correspondence();
  const differences: TrafficDifference[] = [];
  let opaque = 0;
  for (const logged of pairs) {
    const { expected, actual, subject } = logged;
    const pair = { expected: await read.expected(expected), actual: await read.actual(actual), subject };
    read.onPair(pair);
    learnName(pair, correspondence);
    if (pair.expected.content !== undefined && 'opaque' in pair.expected.content) opaque += 1;
    const { pair: ofClients, differences: lost } = read.controllers.without(pair);
    const compare = (): TrafficDifference[] => compareExchanges(ofClients, correspondence, writes);
    const unlearned = read.isSettled(logged) ? undefined : correspondence.trying(compare);
    differences.push(...lost, ...(unlearned === undefined || teaches(pair, unlearned) ? compare() : unlearned));
  }
  return { differences, opaque };
}

/** Whether a stream that opened beside writes began with the same state of its objects on each side. */
function teaches({ expected: { events } }: ExchangePair, differences: readonly TrafficDifference[]): boolean {
  return events.length > 0 && differences.every(({ kind }) => kind !== 'identity');
}

/** A request about an object of controllers names another object on each side. */
function learnName({ expected, actual }: ExchangePair, correspondence: Correspondence): void {
  const [there, here] = [targetObject(expected.target).name, targetObject(actual.target).name];
  if (there !== '' && here !== '' && there !== here) correspondence.bindName(there, here);
}

/** The differences that chance explains, from the responses to the racing requests. */
async function chanceOf(
  pairs: readonly LoggedPair[],
  races: readonly Race[],
  read: ExchangeReaders,
): Promise<UnsettledDifferences> {
  const chance = new UnsettledDifferences(pairs, races);
  for (const { subject, pairs: racing } of races) {
    for (const { expected, actual } of racing) {
      chance.note(subject, expected.request.n, await read.expected(expected));
      chance.note(subject, expected.request.n, await read.actual(actual));
    }
  }
  return chance;
}

/** When the write behind an event had ended on the side that does not show it. */
function endsOf(pairs: readonly LoggedPair[]): Pick<Writes, 'overHere' | 'overThere'> {
  const over = (exchange: LoggedExchange): Over => ({
    n: endedAt(exchange),
    t: exchange.end?.t ?? Number.POSITIVE_INFINITY,
  });
  return {
    overHere: new Map(pairs.map(({ expected, actual }) => [expected.id, over(actual)])),
    overThere: new Map(pairs.map(({ expected, actual }) => [actual.id, over(expected)])),
  };
}

function racedPairs(races: readonly Race[]): ReadonlyMap<number, number> {
  return new Map(races.flatMap((race) => race.pairs).map((pair) => [pair.actual.id, pair.expected.id]));
}

/** Reads every write once, for its subject and the version that it made. */
async function survey(
  pairs: Pairing['pairs'],
  read: ExchangeReaders,
  writes: { readonly expected: WriteIndex; readonly actual: WriteIndex },
): Promise<LoggedPair[]> {
  const surveyed: LoggedPair[] = [];
  for (const pair of pairs) {
    const { method, target } = pair.expected.request;
    let made: Json | undefined;
    let seen = target;
    if (method !== 'GET') {
      const observed = await read.expected(pair.expected);
      writes.expected.add(observed);
      writes.actual.add(await read.actual(pair.actual));
      seen = observed.target;
      made = objectIn((observed.status ?? 500) < 300 ? observed.content : observed.sent);
    }
    surveyed.push({ ...pair, subject: subjectOf(method, seen, made) });
  }
  return surveyed;
}

function inOrder(pairs: readonly LoggedPair[]): LoggedPair[] {
  const streaming = ({ expected: { request, response } }: LoggedPair): number =>
    Number(response !== undefined && streams(request.method, request.target, response.status, response.headers));
  return [...pairs].sort(
    (a, b) =>
      streaming(a) - streaming(b) ||
      earlier(endedAt(a.expected), endedAt(b.expected)) ||
      a.expected.request.n - b.expected.request.n,
  );
}

/** A comparison function; two requests that never ended are equal. */
function earlier(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function outcomeOf({ subject, pairs, outcomes }: Race): TrafficDifference {
  const { id, request } = pairs[0]?.expected ?? { id: 0, request: { method: '', target: '' } };
  const note = `writes under way at the same time: exchanges ${pairs.map((pair) => pair.expected.id).join(', ')}`;
  return {
    exchange: id,
    request: `${request.method} ${request.target}`,
    kind: 'outcome',
    place: 'statuses',
    field: 'statuses',
    subject,
    ...outcomes,
    note,
  };
}

function unpaired({ id, request }: LoggedExchange, kind: 'missing-exchange' | 'extra-exchange'): TrafficDifference {
  const here = `exchange ${id}`;
  const sides =
    kind === 'missing-exchange'
      ? { expected: here, actual: 'no such request' }
      : { expected: 'no such request', actual: here };
  const subject = subjectOf(request.method, request.target, undefined);
  return {
    exchange: id,
    request: `${request.method} ${request.target}`,
    kind,
    place: 'request',
    field: 'request',
    subject,
    ...sides,
  };
}
