import { GATEWAY_TIMEOUT } from '../../oracle/exchanges/lapse.ts';
import type { Exchange } from '../../oracle/history.ts';
import type { Death } from './death.ts';
import type { LapsedCase } from './examined-case.ts';
import type { Hang } from './hang.ts';

const BESIDE: Readonly<Record<Exclude<Hang, undefined>, string>> = {
  case: 'the same sequence got no response when it was sent again, while a plain request of the operation got one',
  operation: 'a plain request of the operation gets none either, while the kind can be listed',
  kind: 'the kind cannot be listed either, while other kinds can',
  server: 'no other request gets a response either',
};

/** The fate of a request to a hanging server, in words. */
export function actualLapse({ lapse, exchange: { request, response } }: LapsedCase, timeoutMs: number): string {
  if (lapse === 'late' && response?.status === GATEWAY_TIMEOUT)
    return `${response.status} after ${Math.round((response.t - request.t) / 1000)} s`;
  return lapse === 'busy' ? 'every try returned 429' : `no response within ${timeoutMs} ms`;
}

/** The fate of a request to a hanging server, and the extent of the hang, in words. */
export function actualHang(found: LapsedCase, timeoutMs: number, hang: Exclude<Hang, undefined>): string {
  return `${actualLapse(found, timeoutMs)}; ${BESIDE[hang]}`;
}

/** How a server stopped, whether it came back, and what may have stopped it. */
export function actualDeath({ culprit, confirmed, underWay, others, backAfterMs }: Death): string {
  const what = underWay
    ? `no response: the server stopped (${detailOf(culprit.exchange)})`
    : 'no connection: the server had stopped while no request was under way';
  const back =
    backAfterMs === undefined
      ? 'and was not back in time'
      : `and was back after ${Math.max(1, Math.round(backAfterMs / 100)) / 10} s`;
  const again =
    backAfterMs === undefined || !underWay
      ? ''
      : confirmed
        ? '; it stopped again when the same case was sent again'
        : '; it did not stop when the cases that were under way were sent again';
  return `${what}, ${back}${again}${underWay && !confirmed ? besideText(culprit, others) : ''}`;
}

/** The number of operations under way that are named beside the blamed one. */
const NAMED = 4;

/**
 * Any of the requests under way may have stopped the server: names the one sent first, and the operations of the
 * first few.
 */
function besideText(culprit: LapsedCase, others: readonly LapsedCase[]): string {
  const [first] = others;
  if (first === undefined) return '';
  const { request } = culprit.exchange.began < first.exchange.began ? culprit.exchange : first.exchange;
  const operations = [...new Set(others.map(({ operation }) => operation.id))];
  const more = operations.length > NAMED ? ` and ${operations.length - NAMED} more` : '';
  return `; any of ${others.length + 1} requests under way may have stopped it (--concurrency 1 shows which): ${request.method} ${request.target} was the first to get no response, beside ${operations.slice(0, NAMED).join(', ')}${more}`;
}

/** How an exchange ended. */
export function detailOf({ end }: Exchange): string {
  return end?.detail ?? end?.reason ?? 'no end';
}
