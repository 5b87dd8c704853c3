import type { ExchangePair } from './compare-exchanges.ts';
import type { Difference } from './difference.ts';

/**
 * Writes to one path that were under way at the same time: who won is chance, how many won is not. The outcomes of such a group are
 * compared as a whole, and the pairs are dealt anew so that winners are compared with winners:
 *
 *     recorded PUT a 200, PUT b 409, PUT c 409;  replayed PUT a 409, PUT b 200, PUT c 409
 *     -> one 200 and two 409 on both sides: no difference; the answer to a is compared with that to b
 */
export function settleRaces(pairs: readonly ExchangePair[]): { readonly settled: readonly ExchangePair[]; readonly differences: readonly Difference[] } {
  const differences: Difference[] = [];
  const settled = raceGroups(pairs).flatMap((group): readonly ExchangePair[] => {
    if (group.length === 1) return group;
    const expected = outcomes(group.map((pair) => pair.expected.status));
    const actual = outcomes(group.map((pair) => pair.actual.status));
    const [first] = group;
    if (expected === actual || first === undefined) return dealt(group);
    const { id, method, target } = first.expected;
    const note = `writes under way at the same time: exchanges ${group.map((pair) => pair.expected.id).join(', ')}`;
    differences.push({ exchange: id, request: `${method} ${target}`, kind: 'outcome', place: 'statuses', expected, actual, note });
    return [];
  });
  return { settled, differences };
}

/** Groups of writes to one path, each overlapping another of its group in time on the expected side; all else in groups of one. */
function raceGroups(pairs: readonly ExchangePair[]): ExchangePair[][] {
  const groups: ExchangePair[][] = [];
  const running = new Map<string, { readonly group: ExchangePair[]; until: number }>();
  for (const pair of [...pairs].sort((a, b) => a.expected.began - b.expected.began)) {
    const { method, target, began, ended } = pair.expected;
    const key = `${method} ${target.split('?')[0] ?? ''}`;
    const race = running.get(key);
    if (method !== 'GET' && race !== undefined && began < race.until) {
      race.group.push(pair);
      race.until = Math.max(race.until, ended);
      continue;
    }
    const group = [pair];
    groups.push(group);
    running.set(key, { group, until: ended });
  }
  return groups;
}

function outcomes(statuses: readonly (number | undefined)[]): string {
  return statuses.map((status) => String(status ?? 'no answer')).sort().join(', ');
}

function dealt(group: readonly ExchangePair[]): ExchangePair[] {
  const free = group.map(({ actual }) => actual);
  return group.map(({ expected, actual }) => {
    const own = free.indexOf(actual);
    const index = own !== -1 && actual.status === expected.status ? own : free.findIndex(({ status }) => status === expected.status);
    return { expected, actual: free.splice(index, 1)[0] ?? actual };
  });
}
