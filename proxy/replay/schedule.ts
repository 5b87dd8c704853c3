import type { LoggedExchange } from '../log/logged-exchange.ts';

/** One thing to do, once every open watch has shown as much as it had then. */
export interface Step {
  /** Send the request; wait for the head of its answer, or for its end; leave the stream as the recorded client did. */
  readonly do: 'send' | 'await-head' | 'await-end' | 'leave';
  readonly exchange: LoggedExchange;
  /** How many events each watch that was open then had shown. */
  readonly shown: readonly (readonly [exchange: number, events: number])[];
}

interface Moment {
  readonly at: number;
  readonly do: Step['do'];
  readonly exchange: LoggedExchange;
}

/**
 * The requests of a recording in their order, with the barriers that keep what happened before what. What overlapped may overlap again.
 *
 *     recorded   watch w opens, is answered; PUT; its event on w; PUT answered; GET; client leaves w
 *     steps      send w; await head of w; send PUT; await end of PUT; send GET, once w has shown 1 event; await end of GET; leave w
 */
export function* scheduleOf(exchanges: readonly LoggedExchange[]): Generator<Step> {
  const moments = exchanges.flatMap(momentsOf).sort((a, b) => a.at - b.at);
  const open = new Map<number, LoggedExchange>();
  for (const moment of moments) {
    const shown = [...open.values()].map(({ id, events }): [number, number] => [id, eventsBefore(events, moment.at)]);
    if (moment.do === 'send' && moment.exchange.events.length > 0) open.set(moment.exchange.id, moment.exchange);
    if (moment.do === 'leave' || moment.do === 'await-end') open.delete(moment.exchange.id);
    yield { do: moment.do, exchange: moment.exchange, shown: moment.do === 'await-head' ? [] : shown };
  }
}

/** A stream is left where the client left it, or where the recording stopped; any other end is the server's to bring about. */
function momentsOf(exchange: LoggedExchange): Moment[] {
  const { end, request, response } = exchange;
  const left = end === undefined || end.reason === 'client-abort' || end.reason === 'proxy-stop';
  return [
    { at: request.n, do: 'send', exchange },
    ...(response === undefined ? [] : [{ at: response.n, do: 'await-head', exchange } as const]),
    { at: end?.n ?? Number.POSITIVE_INFINITY, do: left ? 'leave' : 'await-end', exchange },
  ];
}

/** How many of a stream's events had been seen at a position; events stand in order. */
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
