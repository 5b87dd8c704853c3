import type {
  BodyLine,
  EndLine,
  EventLine,
  HappeningLine,
  LoggedBody,
  RequestLine,
  ResponseLine,
} from '../../shared/exchange-log/exchange-log.ts';

/** The collected lines of one exchange. */
export interface LoggedExchange {
  readonly id: number;
  readonly request: RequestLine;
  readonly response: ResponseLine | undefined;
  /** Body of the response, if it is not a stream. */
  readonly body: LoggedBody | undefined;
  readonly events: readonly EventLine[];
  readonly end: EndLine | undefined;
}

/** One exchange for each request, in order of their requests. Lines whose request is not in the log are left out. */
export function exchangesOf(lines: Iterable<HappeningLine>): LoggedExchange[] {
  const exchanges = new Map<number, Gathered>();
  for (const line of lines) {
    if (line.kind === 'request') {
      exchanges.set(line.exchange, new Gathered(line));
      continue;
    }
    const exchange = exchanges.get(line.exchange);
    if (exchange === undefined) continue;
    if (line.kind === 'response') exchange.response = line;
    else if (line.kind === 'body') exchange.bodyLine = line;
    else if (line.kind === 'event') exchange.events.push(line);
    else exchange.end = line;
  }
  return [...exchanges.values()];
}

/** The lines of an exchange as they come. Reading `body` may read it from the disk. */
export class Gathered implements LoggedExchange {
  readonly id: number;
  readonly request: RequestLine;
  response: ResponseLine | undefined;
  bodyLine: BodyLine | undefined;
  readonly events: EventLine[] = [];
  end: EndLine | undefined;

  constructor(request: RequestLine) {
    this.id = request.exchange;
    this.request = request;
  }

  get body(): LoggedBody | undefined {
    return this.bodyLine?.body;
  }
}

/** Position of the end of an exchange; infinite if it was still open when the log ended. */
export function endedAt({ end }: LoggedExchange): number {
  return end === undefined || end.reason === 'proxy-stop' ? Number.POSITIVE_INFINITY : end.n;
}
