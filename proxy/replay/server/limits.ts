import type { LoggedExchange } from '../../log/logged-exchange.ts';
import { asksForStream } from '../../record/event-stream.ts';

/** The time and memory that a server may take for one exchange. */
export interface ReplayLimits {
  /** Milliseconds for one exchange, head and body together, in addition to its time in the recording. */
  readonly timeoutMs: number;
  /** Bytes of one body. A body that was larger in the recording may be as large again. */
  readonly maxBody: number;
}

/** The limits if no flag sets them. */
export const USUAL_LIMITS: ReplayLimits = { timeoutMs: 10_000, maxBody: 64 * 1024 * 1024 };

/** The limits of one replayed exchange. */
export interface ExchangeLimits {
  /** Milliseconds from the request to the end of the response; infinite for a watch, which the replay closes. */
  readonly withinMs: number;
  /** Bytes of the body; for a watch, bytes beyond the recorded events. */
  readonly maxBody: number;
  /** Events of the recording. */
  readonly events: number;
}

/** The limits of a recorded exchange. A watch has no time limit: the replay closes it when it ends in the recording. */
export function limitsOf(exchange: LoggedExchange, { timeoutMs, maxBody }: ReplayLimits): ExchangeLimits {
  const { request, end, events, body } = exchange;
  const took = end === undefined ? 0 : end.t - request.t;
  const recorded = body !== undefined && 'file' in body ? body.bytes : 0;
  return {
    withinMs: isWatch(exchange) ? Number.POSITIVE_INFINITY : timeoutMs + took,
    maxBody: Math.max(maxBody, recorded),
    events: events.length,
  };
}

/** Whether an exchange is or requests a watch. */
export function isWatch({ request, events }: LoggedExchange): boolean {
  return events.length > 0 || asksForStream(request.method, request.target);
}
