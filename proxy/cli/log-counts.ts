import type { HappeningLine } from '../../fixtures/formats/exchange-log.ts';
import { exchangesOf } from '../log/logged-exchange.ts';

/** Simple counts of a recording, by name, in the order in which they are printed. */
export function countsOf(lines: readonly HappeningLine[]): [name: string, count: number][] {
  const exchanges = exchangesOf(lines);
  const by = (name: (exchange: (typeof exchanges)[number]) => string): [string, number][] => {
    const counts = new Map<string, number>();
    for (const exchange of exchanges) counts.set(name(exchange), (counts.get(name(exchange)) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1]);
  };
  return [
    ['exchanges', exchanges.length],
    ['connections', new Set(exchanges.map(({ request }) => request.connection ?? 0)).size],
    ['watch streams', exchanges.filter(({ events }) => events.length > 0).length],
    ['watch events', exchanges.reduce((sum, { events }) => sum + events.length, 0)],
    ...by(({ request }) => request.method),
    ...by(({ response }) => (response === undefined ? 'no answer' : `status ${response.status}`)),
    ...by(({ end }) => `ended: ${end?.reason ?? 'still open'}`),
  ];
}
