import type { EndLine, EventLine, HappeningLine, LoggedBody, RequestLine, ResponseLine } from '../../fixtures/formats/exchange-log.ts';

/** The lines of one exchange, gathered. */
export interface LoggedExchange {
  readonly id: number;
  readonly request: RequestLine;
  readonly response: ResponseLine | undefined;
  /** Body of the answer, where it is not a stream. */
  readonly body: LoggedBody | undefined;
  readonly events: readonly EventLine[];
  readonly end: EndLine | undefined;
}

/** One exchange for each request, in order of their requests. Lines whose request is not in the log are left out. */
export function exchangesOf(lines: Iterable<HappeningLine>): LoggedExchange[] {
  const exchanges = new Map<number, Gathered>();
  for (const line of lines) {
    if (line.kind === 'request') {
      exchanges.set(line.exchange, { id: line.exchange, request: line, response: undefined, body: undefined, events: [], end: undefined });
      continue;
    }
    const exchange = exchanges.get(line.exchange);
    if (exchange === undefined) continue;
    if (line.kind === 'response') exchange.response = line;
    else if (line.kind === 'body') exchange.body = line.body;
    else if (line.kind === 'event') exchange.events.push(line);
    else exchange.end = line;
  }
  return [...exchanges.values()];
}

interface Gathered extends LoggedExchange {
  response: ResponseLine | undefined;
  body: LoggedBody | undefined;
  readonly events: EventLine[];
  end: EndLine | undefined;
}

/** Position at which an exchange was over; infinite for one that was still open when the log ended. */
export function endedAt({ end }: LoggedExchange): number {
  return end === undefined || end.reason === 'proxy-stop' ? Number.POSITIVE_INFINITY : end.n;
}
