import type { HappeningLine } from '../../fixtures/formats/exchange-log.ts';
import { headerValue } from '../engine/raw-headers.ts';
import type { LoggedExchange } from '../log/logged-exchange.ts';
import { exchangesOf } from '../log/logged-exchange.ts';
import type { Selection } from '../record/selection.ts';
import { selects } from '../record/selection.ts';

/** What is left out of a recording. */
export interface Pruning {
  /** Exchanges that are meant are left out; absent, none is. */
  readonly without?: Selection;
  /** Whether reads that were answered just as the same read before are left out. */
  readonly duplicates: boolean;
}

export interface Pruned {
  readonly lines: readonly HappeningLine[];
  /** Exchanges that were left out by the selection, and because they repeat. */
  readonly selected: number;
  readonly repeated: number;
}

/** A recording without some of its exchanges. Those that stay keep their numbers and times; watches are no repeats of one another. */
export function prunedLines(lines: readonly HappeningLine[], { without, duplicates }: Pruning): Pruned {
  const exchanges = exchangesOf(lines);
  const selected = new Set(exchanges.filter(({ request }) => without !== undefined && selects(without, request)).map(({ id }) => id));
  const repeated = duplicates ? repeatsAmong(exchanges.filter(({ id }) => !selected.has(id))) : new Set<number>();
  return { lines: lines.filter(({ exchange }) => !selected.has(exchange) && !repeated.has(exchange)), selected: selected.size, repeated: repeated.size };
}

/** Reads whose answer is, but for its date, that of the same request before. */
function repeatsAmong(exchanges: readonly LoggedExchange[]): Set<number> {
  const last = new Map<string, string>();
  const repeats = new Set<number>();
  for (const { id, request, response, body, events, end } of exchanges) {
    if (request.method !== 'GET' && request.method !== 'HEAD') continue;
    if (response === undefined || events.length > 0 || end?.reason !== 'complete') continue;
    const asked = JSON.stringify([request.method, request.target, headerValue(request.headers, 'accept')]);
    const answered = JSON.stringify([response.status, response.headers.filter(([name]) => name.toLowerCase() !== 'date'), body]);
    if (last.get(asked) === answered) repeats.add(id);
    last.set(asked, answered);
  }
  return repeats;
}
