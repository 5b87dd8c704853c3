import type { RequestLine } from '../../fixtures/formats/exchange-log.ts';
import type { LoggedExchange } from '../log/logged-exchange.ts';
import { endedAt } from '../log/logged-exchange.ts';
import type { Difference } from './difference.ts';
import type { Json, Path } from './json-value.ts';
import { isObject, memberOf, textOf } from './json-value.ts';
import type { ObservedExchange } from './observed-exchange.ts';
import type { LoggedPair, Race } from './race-groups.ts';
import { fieldOf, related } from './subjects.ts';

/** Differences that chance explains, by the exchanges that were under way at the same time. They are counted, not listed. */
export interface Unsettled {
  readonly exchanges: readonly number[];
  readonly reason: string;
  readonly count: number;
}

/** What the writes of a race made of one field. */
interface Contest {
  readonly race: Race;
  /** Position on the expected side from which, and to which, the object may be as one of the racers left it. */
  readonly from: number;
  readonly until: number;
  readonly values: Map<string, Set<string>>;
  /** How many answers there were, and how many had the field. */
  answers: number;
  readonly answersWith: Map<string, number>;
  /** Whether the outcomes themselves hang on chance, so that anything may have become of the object. */
  open: boolean;
}

/**
 * Tells differences that chance explains from real ones: which of several racing writes came last, and whether a read that overlapped a
 * write saw it.
 *
 *     recorded  PUT {k: 1} || PUT {k: 2}, then GET {k: 2};   replayed  GET {k: 1}     both are values that a racer left: unsettled
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
      if (pair.expected.request.method !== 'POST' || racing.has(pair) || (pair.expected.response?.status ?? 500) >= 300) continue;
      made.set(pair.subject, [...(made.get(pair.subject) ?? []), pair.expected.request.n]);
    }
    for (const race of races) {
      const from = Math.min(...race.pairs.map(({ expected }) => expected.request.n));
      const until = made.get(race.subject)?.find((n) => n > from) ?? Number.POSITIVE_INFINITY;
      const open = race.mixed && race.outcomes.expected !== race.outcomes.actual;
      const contest: Contest = { race, from, until, values: new Map(), answers: 0, answersWith: new Map(), open };
      this.#contests.set(race.subject, [...(this.#contests.get(race.subject) ?? []), contest]);
    }
    this.#overlaps = overlapsOf(pairs);
  }

  /** Takes note of what a racer was answered. */
  note(subject: string, began: number, { status, content }: ObservedExchange): void {
    if (status === undefined || status >= 300 || content === undefined || !('value' in content)) return;
    for (const contest of this.#contests.get(subject) ?? []) {
      if (began < contest.from || began >= contest.until) continue;
      const fields = new Set<string>();
      gather(content.value, [], (field, value) => {
        fields.add(field);
        const known = contest.values.get(field);
        if (known === undefined) contest.values.set(field, new Set([value]));
        else known.add(value);
      });
      contest.answers += 1;
      for (const field of fields) contest.answersWith.set(field, (contest.answersWith.get(field) ?? 0) + 1);
    }
  }

  /** Whether chance explains a difference that showed in an exchange of the expected side; if so, it is counted. */
  explains(difference: Difference, { request }: LoggedExchange): boolean {
    const contest = (this.#contests.get(difference.subject) ?? []).find((each) => request.n >= each.from && request.n < each.until && mayBe(each, difference, request));
    const during = contest === undefined ? this.#overlaps.get(difference.exchange)?.filter(({ subject }) => related(subject, difference.subject)) : undefined;
    if (contest !== undefined) this.#count(contest.race.pairs.map(({ expected }) => expected.id), 'which of these writes to one object came last');
    else if (during !== undefined && during.length > 0) this.#count([difference.exchange, ...during.map(({ expected }) => expected.id)], 'whether the first of these, a read, saw the writes under way at the same time');
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
 * Writes with different methods may end in any mix of outcomes; alike ones leave what one of them left. A later write with the version of one
 * of several winners is refused where another one came last, and then anything may have become of the object.
 */
function mayBe(contest: Contest, { kind, field, values, expected, actual }: Difference, { body }: RequestLine): boolean {
  if (kind === 'status' && contest.answers > 2 && [expected, actual].some((each) => each.startsWith('409')) && [expected, actual].some((each) => each.startsWith('2'))) {
    const sent = body !== undefined && 'json' in body ? textOf(memberOf(body.json as Json, 'metadata'), 'resourceVersion') : '';
    if (contest.values.get('$.metadata.resourceVersion')?.has(JSON.stringify(sent)) === true) contest.open = true;
  }
  if (contest.open) return true;
  if (kind === 'outcome' || values === undefined) return false;
  return values.every((value) => {
    if (value === undefined) return (contest.answersWith.get(field) ?? 0) < contest.answers;
    return contest.values.get(field)?.has(JSON.stringify(value)) ?? false;
  });
}

function gather(value: Json, path: Path, found: (field: string, value: string) => void): void {
  found(fieldOf(path), JSON.stringify(value));
  if (Array.isArray(value)) for (const [index, each] of value.entries()) gather(each, [...path, index], found);
  else if (isObject(value)) for (const [member, each] of Object.entries(value)) gather(each, [...path, member], found);
}

/** For each read, the writes that were under way at the same time on either side; of a watch only while it was being opened. */
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

function momentsOf(pairs: readonly LoggedPair[], side: 'expected' | 'actual'): { readonly n: number; readonly pair: LoggedPair; readonly opens: boolean }[] {
  const moments = pairs.flatMap((pair) => {
    const { request, response, events } = pair[side];
    const until = isRead(pair) && events.length > 0 ? (response?.n ?? endedAt(pair[side])) : endedAt(pair[side]);
    return [
      { n: request.n, pair, opens: true },
      { n: until, pair, opens: false },
    ];
  });
  return moments.sort((one, other) => one.n - other.n);
}

function isRead({ expected }: LoggedPair): boolean {
  return expected.request.method === 'GET';
}
