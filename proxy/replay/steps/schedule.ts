import type { LoggedExchange } from '../../log/logged-exchange.ts';

/** One action, due when every open watch has delivered as many events as in the recording. */
export interface ReplayStep {
  /**
   * Send the request; wait for the head of its response, or for its end; close the stream as the recorded client
   * did.
   */
  readonly do: 'send' | 'await-head' | 'await-end' | 'leave';
  readonly exchange: LoggedExchange;
  /** The number of events that each open watch had delivered then. */
  readonly shown: readonly (readonly [exchange: number, events: number])[];
}

interface ScheduledMoment {
  readonly at: number;
  readonly do: ReplayStep['do'];
  readonly exchange: LoggedExchange;
}

/**
 * The requests of a recording in order, with barriers that keep the recorded order of events. Overlapping exchanges
 * may overlap again.
 *
 *     recorded   watch w opens, is answered; PUT; its event on w; PUT answered; GET; client leaves w
 *     steps      send w; await head of w; send PUT; await end of PUT; send GET, once w has shown 1 event; await end of GET; leave w
 */
export function* scheduleOf(exchanges: readonly LoggedExchange[]): Generator<ReplayStep> {
  const moments = exchanges.flatMap(momentsOf).sort((a, b) => a.at - b.at);
  const open = new Map<number, LoggedExchange>();
  for (const moment of moments) {
    const shown = [...open.values()].map(({ id, events }): [number, number] => [id, eventsBefore(events, moment.at)]);
    if (moment.do === 'send' && moment.exchange.events.length > 0) open.set(moment.exchange.id, moment.exchange);
    if (moment.do === 'leave' || moment.do === 'await-end') open.delete(moment.exchange.id);
    yield { do: moment.do, exchange: moment.exchange, shown: moment.do === 'await-head' ? [] : shown };
  }
}

/** A stream is closed where the client closed it, or where the recording stopped; any other end is up to the server. */
function momentsOf(exchange: LoggedExchange): ScheduledMoment[] {
  const { end, request, response } = exchange;
  const left = end === undefined || end.reason === 'client-abort' || end.reason === 'proxy-stop';
  return [
    { at: request.n, do: 'send', exchange },
    ...(response === undefined ? [] : [{ at: response.n, do: 'await-head', exchange } as const]),
    { at: end?.n ?? Number.POSITIVE_INFINITY, do: left ? 'leave' : 'await-end', exchange },
  ];
}

/** The number of a stream's events before a position; events are in order. */
function eventsBefore(events: LoggedExchange['events'], at: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.n ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
