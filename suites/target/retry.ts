import type { HappeningLine, ResponseLine } from '../../shared/exchange-log/exchange-log.ts';

/** Status of a request that the server did not take up. */
const TOO_MANY = 429;
/** Status of a server that cannot do it now; of a write that it answers so, nothing is known. */
const UNAVAILABLE = 503;

/** How often a request that was turned away is sent again. */
export const TRIES_AGAIN = 5;

/** Whether an answer with that status may ask to be sent again. */
export function isBusy({ status }: { readonly status: number | undefined }): boolean {
  return status === TOO_MANY || status === UNAVAILABLE;
}

/**
 * How long to wait, in milliseconds, before a request that was answered so may be sent again; `undefined` where it may not. A server that
 * is busy says 429, or 503 with `Retry-After`: after the latter only what changes nothing is sent again. The wait is what `Retry-After`
 * asks for, in seconds or as a date, a second where it does not say, and never longer than `most`.
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
  const asked = head.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
  const again = head.status === TOO_MANY || (head.status === UNAVAILABLE && asked !== undefined && method === 'GET');
  return again ? Math.min(askedMs(asked), most) : undefined;
}

/** RFC 9110, 10.2.3. */
function askedMs(asked = '1'): number {
  if (/^\s*\d+\s*$/.test(asked)) return Number(asked) * 1000;
  const at = Date.parse(asked);
  return Number.isNaN(at) ? 1000 : Math.max(0, at - Date.now());
}
