import type { Exchange, History } from '../history.ts';

/**
 * Why a request got no complete response:
 * `late` it did not come in time, or the server gave up after a long time; `dropped` the connection ended early;
 * `unreachable` no connection could be opened; `oversized` the body was cut for its size; `busy` the server kept
 * answering 429.
 */
export type Lapse = 'late' | 'dropped' | 'unreachable' | 'oversized' | 'busy';

const TOO_MANY = 429;
export const GATEWAY_TIMEOUT = 504;
/** A busy server gives up a request after half a minute, and a gateway after ten seconds or more. */
const LONG_MS = 10_000;
const LATE = /within \d+ ms|in time|timeout|timed out/i;
const UNREACHABLE = /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT/;
const OVERSIZED = /is larger than/;

/**
 * Why an exchange has no complete response; `undefined` if it has one, is still open, or was cut by the client. A
 * server may end a running watch at any time, and may hold back the head while there are no events. So a stream
 * lapses only if its connection is lost before it begins, or if it grows beyond the size limit. A 504 after a long
 * time is no better than silence.
 */
export function lapseOf({ call, end, request, response }: Exchange): Exclude<Lapse, 'busy'> | undefined {
  if (response?.status === GATEWAY_TIMEOUT && response.t - request.t >= LONG_MS) return 'late';
  if (end === undefined || (end.reason !== 'error' && end.reason !== 'server-abort')) return undefined;
  const detail = end.detail ?? '';
  if (OVERSIZED.test(detail)) return 'oversized';
  if (call?.watching === true && response !== undefined && response.status < 300) return undefined;
  if (end.reason === 'server-abort') return 'dropped';
  if (LATE.test(detail) && !UNREACHABLE.test(detail))
    return call?.watching === true && response === undefined ? undefined : 'late';
  return UNREACHABLE.test(detail) ? 'unreachable' : 'dropped';
}

/** An exchange without a complete response. */
export interface Lapsed {
  readonly exchange: Exchange;
  readonly lapse: Lapse;
}

/**
 * The first exchange without a complete response, in the order of the requests. A request that was retried after a
 * 429 counts by its last response.
 */
export function firstLapse(history: History): Lapsed | undefined {
  for (const lapsed of lapsesOf(history)) return lapsed;
  return undefined;
}

/** All exchanges without a complete response. */
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
