import { groupBy } from '../../../shared/group-by.ts';
import { endedAt, type LoggedExchange } from '../../log/logged-exchange.ts';

/** Two corresponding unread exchanges, and the subject of the expected one. */
export interface LoggedPair {
  readonly expected: LoggedExchange;
  readonly actual: LoggedExchange;
  readonly subject: string;
}

/** Concurrent writes to one object, on either side. */
export interface Race {
  readonly subject: string;
  readonly pairs: readonly LoggedPair[];
  /** The outcomes, if they differ, as statuses by method. With different methods, outcomes may differ legally. */
  readonly outcomes: { readonly expected: string; readonly actual: string };
  readonly mixed: boolean;
}

/**
 * The winner of racing writes is chance; the number of winners is not. The outcomes of such a group are compared as
 * a whole, and the pairs are rearranged so that winners are compared with winners:
 *
 *     recorded PUT a 200, PUT b 409, PUT c 409;  replayed PUT a 409, PUT b 200, PUT c 409
 *     -> one 200 and two 409 on both sides: no difference; the response to a is compared with that to b
 */
export function settleRaces(pairs: readonly LoggedPair[]): {
  readonly settled: readonly LoggedPair[];
  readonly races: readonly Race[];
} {
  const races: Race[] = [];
  const settled = new Set(pairs);
  for (const group of raceGroups(pairs.filter(({ expected }) => expected.request.method !== 'GET'))) {
    for (const pair of group) settled.delete(pair);
    const race = raceOf(group);
    for (const pair of race.pairs) settled.add(pair);
    races.push(race);
  }
  return { settled: [...settled], races };
}

/** Groups of two or more writes to one object, each concurrent with another of its group on one of the two sides. */
function raceGroups(writes: readonly LoggedPair[]): LoggedPair[][] {
  return [...groupBy(writes, ({ subject }) => subject).values()].flatMap((ofSubject) => {
    const there = overlapping(
      ofSubject.map((pair) => [pair]),
      ({ expected }) => expected,
    );
    return overlapping(there, ({ actual }) => actual).filter((group) => group.length > 1);
  });
}

/** Joins groups with members that are concurrent on one side. */
function overlapping(
  groups: readonly (readonly LoggedPair[])[],
  side: (pair: LoggedPair) => LoggedExchange,
): LoggedPair[][] {
  const joined: { pairs: LoggedPair[]; until: number }[] = [];
  const spans = groups.map((pairs) => ({
    pairs,
    from: Math.min(...pairs.map((pair) => side(pair).request.n)),
    until: Math.max(...pairs.map((pair) => endedAt(side(pair)))),
  }));
  for (const { pairs, from, until } of spans.sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last === undefined || from >= last.until) joined.push({ pairs: [...pairs], until });
    else {
      last.pairs.push(...pairs);
      last.until = Math.max(last.until, until);
    }
  }
  return joined.map(({ pairs }) => pairs);
}

function raceOf(group: readonly LoggedPair[]): Race {
  const outcomes = {
    expected: outcome(group, ({ expected }) => expected),
    actual: outcome(group, ({ actual }) => actual),
  };
  const mixed = new Set(group.map(({ expected }) => expected.request.method)).size > 1;
  return {
    subject: group[0]?.subject ?? '',
    pairs: outcomes.expected === outcomes.actual ? dealt(group) : group,
    outcomes,
    mixed,
  };
}

function outcome(group: readonly LoggedPair[], side: (pair: LoggedPair) => LoggedExchange): string {
  return group
    .map((pair) => `${pair.expected.request.method} ${side(pair).response?.status ?? 'no response'}`)
    .sort()
    .join(', ');
}

function dealt(group: readonly LoggedPair[]): LoggedPair[] {
  const free = group.map(({ actual }) => actual);
  const same = (one: LoggedExchange, other: LoggedExchange): boolean =>
    one.request.method === other.request.method && one.response?.status === other.response?.status;
  return [...group]
    .sort((one, other) => Number(same(other.expected, other.actual)) - Number(same(one.expected, one.actual)))
    .map(({ expected, actual, subject }) => {
      const own = free.indexOf(actual);
      const index = own !== -1 && same(expected, actual) ? own : free.findIndex((each) => same(expected, each));
      return { expected, subject, actual: free.splice(index === -1 ? own : index, 1)[0] ?? actual };
    });
}
