import { createHash } from 'node:crypto';
import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import {
  type EndReason,
  type HeaderPair,
  loggedBody,
  type LoggedBody,
} from '../../../shared/exchange-log/exchange-log.ts';
import { isChunked } from '../../../shared/exchange-log/chunked-header.ts';
import { headerPairs } from '../../engine/raw-headers.ts';
import { hostOf, portOf, tlsOptions } from '../../engine/tls-options.ts';
import { prefixOf, type Upstream } from '../../engine/upstream.ts';
import { decoded } from '../../../shared/exchange-log/content-coding.ts';
import { EventStream, streams } from '../../record/event-stream.ts';
import type { Json } from '../../diff/values/json-value.ts';
import { LARGEST_COMPARED } from '../../diff/exchanges/observed-exchange.ts';
import { failureOf } from '../server/failure.ts';
import type { ExchangeLimits } from '../server/limits.ts';
import type { LiveLog } from './live-log.ts';
import type { RewrittenRequest } from './rewrite-request.ts';
import { durationText, sizeText } from '../server/amounts.ts';
import { deliveredName } from './delivered-events.ts';

/** Sends requests to one server. */
export interface ExchangeSender {
  send(exchange: number, request: RewrittenRequest, limits: ExchangeLimits): LiveExchange;
  close(): void;
}

/** A sender over keep-alive connections, one for each open request. All traffic goes into `log`. */
export function senderTo(upstream: Upstream, log: LiveLog): ExchangeSender {
  const secure = upstream.url.protocol === 'https:';
  const agent = secure
    ? new HttpsAgent({ keepAlive: true, ...tlsOptions(upstream) })
    : new HttpAgent({ keepAlive: true });
  const at: RequestOptions = { host: hostOf(upstream.url), port: portOf(upstream.url), agent };
  return {
    send(exchange, request, limits) {
      const headers = sentHeaders(request, upstream);
      log.request(exchange, request, request.body === undefined ? undefined : keptBody(request.body));
      const options = {
        ...at,
        method: request.method,
        path: prefixOf(upstream) + request.target,
        headers: headers.flat(),
      };
      return new LiveExchange(exchange, request, () => (secure ? httpsRequest : httpRequest)(options), { log, limits });
    },
    close: () => agent.destroy(),
  };
}

/**
 * A body in its form in the live log. Of an opaque body only its identity is kept, as a reference to a file that
 * does not exist.
 */
function keptBody(bytes: Buffer): LoggedBody {
  if (bytes.length <= LARGEST_COMPARED) return loggedBody(bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { file: `not-kept/${sha256}`, sha256, bytes: bytes.length };
}

function sentHeaders(request: RewrittenRequest, upstream: Upstream): HeaderPair[] {
  const framing: HeaderPair[] =
    request.body === undefined || request.headers.some(isChunked)
      ? []
      : [['Content-Length', String(request.body.length)]];
  const kept = request.headers.filter(
    ([name]) => upstream.authorization === undefined || name.toLowerCase() !== 'authorization',
  );
  const credentials: HeaderPair[] =
    upstream.authorization === undefined ? [] : [['Authorization', upstream.authorization]];
  return [['Host', upstream.url.host], ...kept, ...credentials, ...framing];
}

/** One exchange with the server in progress. */
export class LiveExchange {
  readonly id: number;
  readonly #request: RewrittenRequest;
  #outgoing: ClientRequest | undefined;
  readonly #log: LiveLog;
  readonly #limits: ExchangeLimits;
  readonly #timer: NodeJS.Timeout | undefined;
  /** Bytes of the body; for a stream, since the last recorded event. */
  #bytes = 0;
  /** Frames of its stream so far. */
  events = 0;
  /** The number of events of each type and object, as `delivered-events.ts` names them. */
  readonly delivered = new Map<string, number>();
  hasHead = false;
  over = false;
  /** Why the server gave no whole response, in one line: it was silent for too long, or the connection failed. */
  failure: string | undefined;
  #wake = new Set<() => void>();

  /**
   * `open` throws for requests that HTTP cannot express, such as a header with control characters: such an exchange
   * ends at once.
   */
  constructor(
    id: number,
    request: RewrittenRequest,
    open: () => ClientRequest,
    { log, limits }: { readonly log: LiveLog; readonly limits: ExchangeLimits },
  ) {
    this.id = id;
    this.#request = request;
    this.#log = log;
    this.#limits = limits;
    try {
      this.#outgoing = open();
    } catch (error) {
      this.#end('error', (error as Error).message);
      return;
    }
    this.#outgoing.once('response', (response) => this.#receive(response));
    this.#outgoing.once('error', (error) => this.#fail('error', failureOf(error)));
    this.#outgoing.end(request.body);
    if (Number.isFinite(limits.withinMs)) this.#timer = setTimeout(() => this.#expire(), limits.withinMs);
  }

  /**
   * Resolves with `true` as soon as `reached` holds, with `false` if the exchange ends first or `within`
   * milliseconds pass. An infinite `within` leaves the time to the limits of the exchange.
   */
  async until(reached: () => boolean, within = Number.POSITIVE_INFINITY): Promise<boolean> {
    const deadline = performance.now() + within;
    while (!reached() && !this.over && performance.now() < deadline) await this.#next(deadline - performance.now());
    return reached();
  }

  /** Closes the connection, as the recorded client did. */
  leave(): void {
    if (this.over) return;
    this.#end('client-abort');
    this.#outgoing?.destroy();
  }

  #receive(response: IncomingMessage): void {
    const headers = headerPairs(response.rawHeaders);
    const status = response.statusCode ?? 0;
    this.#log.response(this.id, status, headers);
    this.hasHead = true;
    response.once('error', (error) => this.#fail('server-abort', failureOf(error)));
    if (streams(this.#request.method, this.#request.target, status, headers)) this.#follow(response, headers);
    else this.#collect(response, headers);
    this.#changed();
  }

  #follow(response: IncomingMessage, headers: readonly HeaderPair[]): void {
    const stream = new EventStream(headers, (frame) => {
      if (this.over) return;
      const body = loggedBody(frame);
      this.#log.event(this.id, this.events, body);
      const name = 'json' in body ? deliveredName(body.json as Json) : undefined;
      if (name !== undefined) this.delivered.set(name, (this.delivered.get(name) ?? 0) + 1);
      this.events += 1;
      if (this.events <= this.#limits.events) this.#bytes = 0;
      this.#changed();
    });
    response.on('data', (chunk: Buffer) => {
      if (this.#fits(chunk)) stream.push(chunk);
    });
    response.once('end', () => {
      void stream.finish().then(() => this.#end('complete'));
    });
  }

  /** Content codings are undone, as in a recording: a server may use one unasked. */
  #collect(response: IncomingMessage, headers: readonly HeaderPair[]): void {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => {
      if (this.#fits(chunk)) chunks.push(chunk);
    });
    response.once('end', () => {
      const whole = decoded(Buffer.concat(chunks), headers);
      if (Buffer.isBuffer(whole)) this.#whole(whole);
      else void whole.then((bytes) => this.#whole(bytes));
    });
  }

  #whole(bytes: Buffer): void {
    if (this.over) return;
    if (bytes.length > 0) this.#log.body(this.id, keptBody(bytes));
    this.#end('complete');
  }

  /** Counts bytes of the body, and cuts a body that is too large. */
  #fits(chunk: Buffer): boolean {
    if (this.over) return false;
    this.#bytes += chunk.length;
    if (this.#bytes <= this.#limits.maxBody) return true;
    this.#end('error', `the body was cut at ${sizeText(this.#limits.maxBody)} (--max-body)`);
    this.#outgoing?.destroy();
    return false;
  }

  #expire(): void {
    this.#fail(
      'error',
      `${this.hasHead ? 'the body was not complete' : 'no response'} within ${durationText(this.#limits.withinMs)}`,
    );
    this.#outgoing?.destroy();
  }

  #fail(reason: EndReason, failure: string): void {
    if (!this.over) this.failure = failure;
    this.#end(reason, failure);
  }

  #end(reason: EndReason, detail?: string): void {
    if (this.over) return;
    this.over = true;
    clearTimeout(this.#timer);
    this.#log.end(this.id, reason, detail);
    this.#changed();
  }

  #next(within: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = Number.isFinite(within) ? setTimeout(() => woken(), Math.max(0, within)) : undefined;
      const woken = (): void => {
        clearTimeout(timer);
        this.#wake.delete(woken);
        resolve();
      };
      this.#wake.add(woken);
    });
  }

  #changed(): void {
    for (const woken of this.#wake) woken();
  }
}
