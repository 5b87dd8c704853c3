import type { Violation } from '../../shared/verdict-log/verdict-log.ts';
import { isSuccess, outcomeOf } from './outcome.ts';
import type { WireExchange } from './wire-case.ts';

/** Whether no other request overlaps: only then the content does not depend on the order of requests. */
export function isAlone(exchanges: readonly WireExchange[], step: number): boolean {
  return exchanges.every((other, index) => index === step || other.isWatch || !overlap(other, exchanges[step]));
}

/** Whether some requests overlap, so that the number and the order of the events of a watch differ from run to run. */
export function haveOverlaps(exchanges: readonly WireExchange[]): boolean {
  return exchanges.some(({ isWatch }, step) => !isWatch && !isAlone(exchanges, step));
}

/**
 * Whether the case of a violation may end otherwise when it is sent again, because its requests overlap or because it
 * did so in the run.
 */
export function isRace({ intermittent }: Violation, exchanges: readonly WireExchange[]): boolean {
  return intermittent !== undefined || haveOverlaps(exchanges);
}

/**
 * Whether an outcome is wrong in any order of the overlapping requests:
 *
 *     two PUTs that name one version succeed                       ->   true
 *     a PUT that names a version is refused beside a patch         ->   false: the patch may have come first
 *     a merge patch is refused beside others                       ->   true
 */
export function isWrongInAnyOrder(exchanges: readonly WireExchange[], step: number, expected: string): boolean {
  const exchange = exchanges[step];
  if (exchange?.status === undefined || isAlone(exchanges, step)) return true;
  const actual = outcomeOf(exchange.status);
  if (actual === 'a server error' || (isSuccess(exchange.status) && isSuccess(Number(expected)))) return true;
  const rivals = exchanges.filter(
    (other, index) => index !== step && overlap(other, exchange) && isAlike(other, exchange),
  );
  if (isSuccess(exchange.status)) return rivals.some(({ status = 0 }) => isSuccess(status));
  return exchange.method === 'PATCH'
    ? versionIn(exchange) === undefined
    : exchange.method !== 'GET' && rivals.length === 0;
}

/** Whether only one of two requests may succeed, or the second one does nothing new. */
function isAlike(one: WireExchange, other: WireExchange): boolean {
  return one.method === other.method && one.target === other.target && versionIn(one) === versionIn(other);
}

function versionIn({ body = '' }: WireExchange): string | undefined {
  return /"resourceVersion":"([^"]*)"/.exec(body)?.[1];
}

function overlap(one: WireExchange, other: WireExchange | undefined): boolean {
  return other !== undefined && one.began <= other.ended && other.began <= one.ended;
}
