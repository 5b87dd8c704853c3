import { headerValue } from '../../shared/exchange-log/header-value.ts';
import type { HappeningLine, ResponseLine } from '../../shared/exchange-log/exchange-log.ts';
import type { Response } from './target.ts';

/** The server did not process the request. */
const TOO_MANY = 429;
/** The server is unavailable now. Whether it applied a write is unknown. */
const UNAVAILABLE = 503;

/** The most repetitions of a request that was turned away. */
export const TRIES_AGAIN = 5;

/** Whether a response with that status may ask for a repetition. */
export function isBusy({ status }: { readonly status: number | undefined }): boolean {
  return status === TOO_MANY || status === UNAVAILABLE;
}

const LOST = /UND_ERR_SOCKET|ECONNRESET|EPIPE/;

/**
 * Whether the connection ended before the response began. The request may have met the close of an idle connection.
 */
export function isLost({ status, failure = '' }: Pick<Response, 'status' | 'failure'>): boolean {
  return status === undefined && LOST.test(failure);
}

/** Sends a request that may be sent twice, and sends it again if it was lost. */
export async function repeatedIfLost(send: () => Promise<Response>): Promise<Response> {
  const response = await send();
  return isLost(response) ? send() : response;
}

/**
 * Milliseconds to wait before a request may be repeated; `undefined` if it may not. A busy server says 429, or 503
 * with `Retry-After`; after 503 only requests that change nothing are repeated. The pause is `Retry-After`, in
 * seconds or as a date (by default a second), and at most `most`.
 *
 *     PUT, 429, Retry-After: 2 -> 2000;   GET, 503, Retry-After: 2 -> 2000;   PUT, 503, Retry-After: 2 -> undefined;   GET, 503 -> undefined
 */
export function pauseBeforeAgain(
  method: string,
  exchange: number,
  lines: readonly HappeningLine[],
  most: number,
): number | undefined {
  const head = lines.findLast((line): line is ResponseLine => line.kind === 'response' && line.exchange === exchange);
  if (head === undefined) return undefined;
  const asked = headerValue(head.headers, 'retry-after');
  const again = head.status === TOO_MANY || (head.status === UNAVAILABLE && asked !== undefined && method === 'GET');
  return again ? Math.min(askedMs(asked), most) : undefined;
}

/** RFC 9110, 10.2.3. */
function askedMs(asked = '1'): number {
  if (/^\s*\d+\s*$/.test(asked)) return Number(asked) * 1000;
  const at = Date.parse(asked);
  return Number.isNaN(at) ? 1000 : Math.max(0, at - Date.now());
}
