import { append } from '../../../shared/group-by.ts';
import type { RequestLine } from '../../../shared/exchange-log/exchange-log.ts';
import { endedAt, type LoggedExchange } from '../../log/logged-exchange.ts';
import type { TrafficDifference } from '../values/difference.ts';
import { isObject, type Json, memberOf, type JsonPath, textOf } from '../values/json-value.ts';
import type { ObservedExchange } from '../exchanges/observed-exchange.ts';
import type { LoggedPair, Race } from './race-groups.ts';
import { fieldOf, isWide, related } from '../values/subjects.ts';

/** Differences that chance explains, by the concurrent exchanges. They are counted, not listed. */
export interface Unsettled {
  readonly exchanges: readonly number[];
  readonly reason: string;
  readonly count: number;
}

/** The effect of racing writes on one field. */
interface Contest {
  readonly race: Race;
  /** The range of expected positions in which the object may be as one of the racing writes left it. */
  readonly from: number;
  readonly until: number;
  /** Position at which the last racing write had ended. */
  readonly over: number;
  /** By field: the number of responses with each value. */
  readonly values: Map<string, Map<string, number>>;
  responses: number;
  /** Whether the outcomes themselves depend on chance, so any state of the object is possible. */
  open: boolean;
}

/**
 * Distinguishes differences that chance explains from real ones: which of several racing writes came last, and
 * whether a read that overlapped a write saw it.
 *
 *     recorded  PUT {k: 1} || PUT {k: 2}, then GET {k: 2};   replayed  GET {k: 1}     both are values of racing writes: unsettled
 *                                                            replayed  GET {k: 3}     a difference
 */
export class UnsettledDifferences {
  readonly #contests = new Map<string, Contest[]>();
  readonly #overlaps: ReadonlyMap<number, readonly LoggedPair[]>;
  readonly #counts = new Map<string, { exchanges: readonly number[]; reason: string; count: number }>();

  constructor(pairs: readonly LoggedPair[], races: readonly Race[]) {
    const made = new Map<string, number[]>();
    const racing = new Set(races.flatMap((race) => race.pairs));
    for (const pair of pairs) {
      if (pair.expected.request.method !== 'POST' || racing.has(pair) || (pair.expected.response?.status ?? 500) >= 300)
        continue;
      append(made, pair.subject, pair.expected.request.n);
    }
    for (const race of [...races, ...emptyings(pairs)]) {
      const from = Math.min(...race.pairs.map(({ expected }) => expected.request.n));
      const over = Math.max(...race.pairs.map(({ expected }) => endedAt(expected)));
      const until = made.get(race.subject)?.find((n) => n > over) ?? Number.POSITIVE_INFINITY;
      const open =
        race.mixed && (race.outcomes.expected !== race.outcomes.actual || isWide(race.pairs[0]?.subject ?? ''));
      append(this.#contests, race.subject, { race, from, until, over, values: new Map(), responses: 0, open });
    }
    this.#overlaps = overlapsOf(pairs);
  }

  /** Whether a pair is a read that overlapped writes, or a stream whose opening did. */
  overlaps({ expected }: LoggedPair): boolean {
    return (this.#overlaps.get(expected.id) ?? []).length > 0;
  }

  /** Records the response to a racing write. */
  note(subject: string, began: number, { status, content }: ObservedExchange): void {
    if (status === undefined || status >= 300 || content === undefined || !('value' in content)) return;
    for (const contest of this.#contests.get(subject) ?? []) {
      if (began < contest.from || began >= contest.until) continue;
      contest.responses += 1;
      for (const [field, values] of fieldsOf(content.value)) {
        const known = contest.values.get(field) ?? new Map<string, number>();
        contest.values.set(field, known);
        for (const value of values) known.set(value, (known.get(value) ?? 0) + 1);
      }
    }
  }

  /** Whether chance explains a difference in an expected exchange; if so, it is counted. */
  explains(difference: TrafficDifference, exchange: LoggedExchange): boolean {
    if (difference.chance !== undefined) {
      this.#count([difference.exchange], difference.chance);
      return true;
    }
    const { request } = exchange;
    const contest = (this.#contests.get(difference.subject) ?? []).find(
      (each) => endedAt(exchange) > each.from && request.n < each.until && mayBe(each, difference, request),
    );
    const during =
      contest === undefined && mayHangOnOpening(difference, exchange)
        ? this.#overlaps.get(difference.exchange)?.filter(({ subject }) => related(subject, difference.subject))
        : undefined;
    if (contest !== undefined)
      this.#count(
        contest.race.pairs.map(({ expected }) => expected.id),
        'which of these writes to one object came last',
      );
    else if (during !== undefined && during.length > 0)
      this.#count(
        [difference.exchange, ...during.map(({ expected }) => expected.id)],
        'whether the first of these, a read, saw the writes under way at the same time',
      );
    else return false;
    return true;
  }

  get counts(): readonly Unsettled[] {
    return [...this.#counts.values()];
  }

  #count(exchanges: readonly number[], reason: string): void {
    const key = exchanges.join();
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { exchanges, reason, count: 1 });
    else known.count += 1;
  }
}

/**
 * For a read any difference; for a watch only its initial events, and whether it delivers the write again after
 * them, not how it ends. A watch from a version delivers everything after it, whatever was concurrent.
 */
function mayHangOnOpening({ place, kind }: TrafficDifference, { request, events }: LoggedExchange): boolean {
  if (kind === 'stream-end') return false;
  if (events.length === 0) return true;
  if (/[?&]resourceVersion=(?!0(?:&|$))/.test(request.target)) return false;
  return /^event \d+ \(ADDED /.test(place) || kind === 'missing-event' || kind === 'extra-event';
}

/**
 * Writes with different methods may have any mix of outcomes; equal methods leave the result of one of them. A later
 * write with the version of one winner is refused if another one came last, and then any state of the object is
 * possible.
 */
function mayBe(
  contest: Contest,
  { kind, field, values, expected, actual }: TrafficDifference,
  { body, n }: RequestLine,
): boolean {
  if (
    kind === 'status' &&
    contest.responses > 2 &&
    [expected, actual].some((each) => each.startsWith('409')) &&
    [expected, actual].some((each) => each.startsWith('2'))
  ) {
    const sent =
      body !== undefined && 'json' in body ? textOf(memberOf(body.json as Json, 'metadata'), 'resourceVersion') : '';
    if (contest.values.get('$.metadata.resourceVersion')?.has(JSON.stringify(sent)) === true) contest.open = true;
  }
  const opensWithin = n > contest.from && n < contest.over;
  if (contest.open || (opensWithin && (kind === 'missing-event' || kind === 'extra-event'))) return true;
  if (kind === 'outcome' || values === undefined) return false;
  const known = contest.values.get(field) ?? new Map<string, number>();
  const inResponses = values.map((value) =>
    value === undefined ? undefined : (known.get(JSON.stringify(value)) ?? 0),
  );
  const [one, other] = inResponses;
  if (one === undefined || other === undefined)
    return inResponses.every((count) => count === undefined || (count > 0 && count < contest.responses));
  return one > 0 && other > 0;
}

/**
 * Collection deletes that raced a write to one of their objects: whether the object is gone is chance. The delete is
 * the first of the pairs.
 */
function emptyings(pairs: readonly LoggedPair[]): Race[] {
  const writes = pairs.filter((pair) => !isRead(pair));
  return writes
    .filter(({ expected, subject }) => expected.request.method === 'DELETE' && isWide(subject))
    .flatMap((emptying) =>
      writes
        .filter(
          (write) =>
            !isWide(write.subject) &&
            related(write.subject, emptying.subject) &&
            (together(write.expected, emptying.expected) || together(write.actual, emptying.actual)),
        )
        .map((write): Race => ({
          subject: write.subject,
          pairs: [emptying, write],
          outcomes: { expected: '', actual: '' },
          mixed: true,
        })),
    );
}

function together(one: LoggedExchange, other: LoggedExchange): boolean {
  return one.request.n < endedAt(other) && other.request.n < endedAt(one);
}

/** Every value in a body, by its field, serialized as JSON. */
function fieldsOf(value: Json): Map<string, Set<string>> {
  const fields = new Map<string, Set<string>>();
  const gather = (each: Json, path: JsonPath): void => {
    const field = fieldOf(path);
    const known = fields.get(field);
    if (known === undefined) fields.set(field, new Set([JSON.stringify(each)]));
    else known.add(JSON.stringify(each));
    if (Array.isArray(each)) for (const [index, element] of each.entries()) gather(element as Json, [...path, index]);
    else if (isObject(each)) for (const [member, inner] of Object.entries(each)) gather(inner, [...path, member]);
  };
  gather(value, []);
  return fields;
}

/** For each read, the concurrent writes on either side; for a watch only those during its opening. */
function overlapsOf(pairs: readonly LoggedPair[]): Map<number, readonly LoggedPair[]> {
  const overlaps = new Map<number, Set<LoggedPair>>();
  for (const side of ['expected', 'actual'] as const) {
    const open = new Set<LoggedPair>();
    for (const { pair, opens } of momentsOf(pairs, side)) {
      if (!opens) open.delete(pair);
      else {
        for (const other of open) join(overlaps, pair, other);
        open.add(pair);
      }
    }
  }
  return new Map([...overlaps].map(([read, writes]) => [read, [...writes]]));
}

function join(overlaps: Map<number, Set<LoggedPair>>, one: LoggedPair, other: LoggedPair): void {
  const [read, write] = isRead(one) ? [one, other] : [other, one];
  if (!isRead(read) || isRead(write)) return;
  const known = overlaps.get(read.expected.id);
  if (known === undefined) overlaps.set(read.expected.id, new Set([write]));
  else known.add(write);
}

function momentsOf(
  pairs: readonly LoggedPair[],
  side: 'expected' | 'actual',
): { readonly n: number; readonly pair: LoggedPair; readonly opens: boolean }[] {
  const moments = pairs.flatMap((pair) => {
    const { request, response } = pair[side];
    const until = isStream(pair) ? (response?.n ?? endedAt(pair[side])) : endedAt(pair[side]);
    return [
      { n: request.n, pair, opens: true },
      { n: until, pair, opens: false },
    ];
  });
  return moments.sort((one, other) => one.n - other.n);
}

/** Whether either side delivered events: a server that loses all events of a watch has a stream without any. */
function isStream({ expected, actual }: LoggedPair): boolean {
  return expected.events.length > 0 || actual.events.length > 0;
}

function isRead({ expected }: LoggedPair): boolean {
  return expected.request.method === 'GET';
}
