import type { Exchange, History } from './history.ts';

/**
 * Why a request got no whole answer:
 * `late` none came in time; `dropped` the connection ended before it was whole; `unreachable` no connection was to be had;
 * `oversized` the body was cut for its size; `busy` the server kept asking to be asked later.
 */
export type Lapse = 'late' | 'dropped' | 'unreachable' | 'oversized' | 'busy';

const TOO_MANY = 429;
const LATE = /within \d+ ms|in time|timeout|timed out/i;
const UNREACHABLE = /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT/;
const OVERSIZED = /is larger than/;

/**
 * Why an exchange has no whole answer; `undefined` where it has one, is still under way, or was cut by the client. A stream that has begun
 * may be cut by any server, and the head of one that has nothing to send may be held back: a stream lapses only where its connection is
 * lost before it begins, or where it grows beyond all measure.
 */
export function lapseOf({ call, end, response }: Exchange): Exclude<Lapse, 'busy'> | undefined {
  if (end === undefined || (end.reason !== 'error' && end.reason !== 'server-abort')) return undefined;
  const detail = end.detail ?? '';
  if (OVERSIZED.test(detail)) return 'oversized';
  if (call?.watching === true && response !== undefined && response.status < 300) return undefined;
  if (end.reason === 'server-abort') return 'dropped';
  if (LATE.test(detail) && !UNREACHABLE.test(detail))
    return call?.watching === true && response === undefined ? undefined : 'late';
  return UNREACHABLE.test(detail) ? 'unreachable' : 'dropped';
}

/** An exchange without a whole answer. */
export interface Lapsed {
  readonly exchange: Exchange;
  readonly lapse: Lapse;
}

/** The first exchange of a history that got no whole answer, in the order of the requests. A request that was sent again after a 429 counts by its last answer. */
export function firstLapse(history: History): Lapsed | undefined {
  for (const lapsed of lapsesOf(history)) return lapsed;
  return undefined;
}

/** All of them. */
export function* lapsesOf({ exchanges }: History): Iterable<Lapsed> {
  for (const [index, exchange] of exchanges.entries()) {
    const lapse = lapseOf(exchange) ?? (isBusyToTheEnd(exchange, index, exchanges) ? 'busy' : undefined);
    if (lapse !== undefined) yield { exchange, lapse };
  }
}

function isBusyToTheEnd({ request, response }: Exchange, index: number, exchanges: readonly Exchange[]): boolean {
  if (response?.status !== TOO_MANY) return false;
  return !exchanges
    .slice(index + 1)
    .some((other) => other.request.method === request.method && other.request.target === request.target);
}
