import type {
  EndLine,
  HappeningLine,
  HeaderPair,
  LoggedBody,
  RequestLine,
  ResponseLine,
} from '../../../shared/exchange-log/exchange-log.ts';
import { streamEvent, syntaxOf, wireBody } from './body.ts';
import { callOf } from './classify.ts';
import type { Call, Exchange, History, StreamEvent, WireBody, WireRequest, WireResponse } from '../history.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';

/** Folds the lines of an exchange log, live or recorded, into one exchange per request. */
export function historyOf(lines: Iterable<HappeningLine>): History {
  const builder = new HistoryBuilder();
  for (const line of lines) builder.push(line);
  return builder.snapshot();
}

/**
 * Folds lines one by one, for recordings that do not fit into memory. It skips lines of an exchange whose request is
 * missing, as in a truncated log, and lines after the end of an exchange.
 *
 *     request 1 (n 1), request 2 (n 2), response 1 (n 3), end 1 (n 4)
 *       -> exchange 1: began 1, ended 4, response; exchange 2: began 2, ended infinite, no response
 */
export class HistoryBuilder {
  readonly #exchanges: GrowingExchange[] = [];
  readonly #open = new Map<number, GrowingExchange>();

  push(line: HappeningLine): void {
    if (line.kind === 'request') return this.#begin(line);
    const exchange = this.#open.get(line.exchange);
    if (exchange === undefined) return;
    if (line.kind === 'response') exchange.response = new LazyResponse(line);
    else if (line.kind === 'body') exchange.response = exchange.response?.carrying(line.body);
    else if (line.kind === 'event') exchange.events.push(streamEvent(line.n, line.t, line.body));
    else this.#end(exchange, line);
  }

  /** The history so far. Later lines do not change a snapshot. */
  snapshot(): History {
    return {
      exchanges: this.#exchanges.map((exchange) =>
        this.#open.has(exchange.id) ? { ...exchange, events: [...exchange.events] } : exchange,
      ),
    };
  }

  #begin(line: RequestLine): void {
    const request = new LazyRequest(line);
    const exchange: GrowingExchange = {
      id: line.exchange,
      began: line.n,
      ended: Number.POSITIVE_INFINITY,
      request,
      call: callOf(line.method, request.path, request.query),
      response: undefined,
      events: [],
      end: undefined,
    };
    this.#exchanges.push(exchange);
    this.#open.set(line.exchange, exchange);
  }

  #end(exchange: GrowingExchange, line: EndLine): void {
    exchange.ended = line.n;
    exchange.end = { reason: line.reason, t: line.t, ...(line.detail === undefined ? {} : { detail: line.detail }) };
    this.#open.delete(exchange.id);
  }
}

/** An exchange that may still get lines. */
interface GrowingExchange extends Exchange {
  ended: number;
  readonly call: Call | undefined;
  response: LazyResponse | undefined;
  readonly events: StreamEvent[];
  end: Exchange['end'];
}

class LazyRequest implements WireRequest {
  readonly method: string;
  readonly target: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly t: number;
  readonly #line: RequestLine;
  #headers: ReadonlyMap<string, string> | undefined;
  #body: WireBody | undefined;

  constructor(line: RequestLine) {
    const target = originForm(line.target);
    const { path, query } = splitTarget(target);
    this.method = line.method;
    this.target = line.target;
    this.path = path;
    this.query = new URLSearchParams(query);
    this.t = line.t;
    this.#line = line;
  }

  get headers(): ReadonlyMap<string, string> {
    this.#headers ??= headerMap(this.#line.headers);
    return this.#headers;
  }

  get body(): WireBody | undefined {
    if (this.#line.body === undefined) return undefined;
    this.#body ??= wireBody(this.#line.body, syntaxOf(this.headers.get('content-type')));
    return this.#body;
  }
}

class LazyResponse implements WireResponse {
  readonly n: number;
  readonly status: number;
  readonly t: number;
  readonly #line: ResponseLine;
  #headers: ReadonlyMap<string, string> | undefined;
  readonly #logged: LoggedBody | undefined;
  #body: WireBody | undefined;

  constructor(line: ResponseLine, body?: LoggedBody) {
    this.n = line.n;
    this.status = line.status;
    this.t = line.t;
    this.#line = line;
    this.#logged = body;
  }

  /** The response with its body, as a new object, so that snapshots do not change. */
  carrying(body: LoggedBody): LazyResponse {
    return new LazyResponse(this.#line, body);
  }

  get headers(): ReadonlyMap<string, string> {
    this.#headers ??= headerMap(this.#line.headers);
    return this.#headers;
  }

  get body(): WireBody | undefined {
    if (this.#logged === undefined) return undefined;
    this.#body ??= wireBody(this.#logged, syntaxOf(this.headers.get('content-type')));
    return this.#body;
  }
}

/** Path and query of a request target. Clients of a forward proxy put scheme and host before it. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(target);
  return authority === null ? target : target.slice(authority[0].length);
}

function headerMap(pairs: readonly HeaderPair[]): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    if (!map.has(key)) map.set(key, value);
  }
  return map;
}
