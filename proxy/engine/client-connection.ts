import type { Socket } from 'node:net';
import type { EndReason } from '../../shared/exchange-log/exchange-log.ts';
import type { ResponseBytes } from './response-reader.ts';
import { Exchange } from './exchange.ts';
import { findRequestHead, unreadable } from './find-request-head.ts';
import { HeadReader } from './head-reader.ts';
import { HttpSyntaxError } from './http-syntax-error.ts';
import type { ParsedRequestHead } from './message-head.ts';
import { cut, passBytes } from './pass-bytes.ts';
import type { UpstreamRoute } from './route.ts';
import { statusResponse } from './status-response.ts';
import type { EndNotes, RequestHead, Taps } from './taps.ts';
import { unreachableLine } from './upstream-error.ts';

/** State that the connections of one proxy share. */
export interface Passage {
  readonly route: UpstreamRoute;
  readonly tapsFor: (request: RequestHead) => Taps;
  /** Gets one line for each exchange without a response from the upstream. */
  readonly onUnreachable: (line: string) => void;
  /** Why the proxy refuses requests; `undefined` while it forwards them. */
  readonly refusal: () => string | undefined;
}

/** Bytes that a client may send ahead of its turn before it has to wait. */
const MOST_AHEAD = 64 * 1024;
/** How long one side may stay open after the other has finished or gone. */
const GRACE_MS = 1000;
const NOTHING = Buffer.alloc(0);

/**
 * One client connection and its own upstream connection. Bytes go from one to the other unchanged; the proxy parses
 * them only to find heads and bodies. Closing one side closes the other.
 *
 *     client:    GET /watch ...            (bytes of its next request wait)       closes
 *     upstream:  as sent, but for Host     200, chunk, chunk, ... as they come     closes
 *     taps:      request  requestEnd       response, responseBody, ...            end client-abort
 */
export class ClientConnection {
  readonly #client: Socket;
  readonly #passage: Passage;
  readonly #number: number;
  readonly #requestHeads = new HeadReader();
  readonly #responseHeads = new HeadReader();
  #upstream: Socket | undefined;
  #exchange: Exchange | undefined;
  /** Bytes of the client that wait for the rest of a head, or for their turn. */
  #ahead: Buffer = NOTHING;
  /** Waiting bytes will be taken in a moment; bytes that arrive before that queue behind them. */
  #turnIsNear = false;
  #tunnel: { sent: number; received: number } | undefined;
  #clientEnded = false;
  #closing = false;
  #exchanges = 0;

  constructor(client: Socket, passage: Passage, number: number) {
    this.#client = client;
    this.#passage = passage;
    this.#number = number;
    client.on('data', (bytes) => this.#clientSays(bytes));
    client.on('end', () => this.#clientSaidAll());
    client.on('error', (error) => this.#clientGone(error));
    client.on('close', () => this.#clientGone());
  }

  /** Stops at once, on both sides. */
  destroy(): void {
    this.#client.destroy();
    this.#upstream?.destroy();
  }

  /** Refuses the current request in the same way as new ones. */
  refuse(line: string): void {
    if (this.#exchange !== undefined) this.#ownResponse(503, line);
  }

  #clientSays(bytes: Buffer): void {
    if (this.#closing) return;
    if (this.#tunnel !== undefined) {
      this.#tunnel.sent += bytes.length;
      return this.#send(bytes);
    }
    const all = this.#ahead.length === 0 ? bytes : Buffer.concat([this.#ahead, bytes]);
    const known = this.#ahead.length;
    this.#ahead = NOTHING;
    if (this.#turnIsNear) this.#keep(all);
    else this.#take(all, known);
  }

  /** Takes the client's bytes, as far as it is their turn; `known` of them were searched before. */
  #take(bytes: Buffer, known: number): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return this.#takeHead(bytes, known);
    if (exchange.requestOver) return this.#keep(bytes);
    this.#takeBody(exchange, bytes, 0);
  }

  #keep(bytes: Buffer): void {
    this.#ahead = bytes;
    if (bytes.length > MOST_AHEAD) this.#client.pause();
  }

  #takeHead(bytes: Buffer, known: number): void {
    const found = findRequestHead(bytes, known, this.#requestHeads);
    if ('refusal' in found) return this.#ownResponse(found.code, found.refusal);
    if ('begin' in found) this.#ahead = bytes.subarray(found.begin);
    else this.#begin(found.head, bytes, found.end);
  }

  #begin(head: ParsedRequestHead, bytes: Buffer, at: number): void {
    const { route, tapsFor, refusal } = this.#passage;
    const refused = refusal();
    if (refused !== undefined) return this.#ownResponse(503, refused);
    const { method, target, rawHeaders } = head;
    const taps = tapsFor({ method, target, rawHeaders, connection: this.#number });
    const upstream = this.#upstream ?? this.#connect();
    const exchange = new Exchange(head, taps, route.head(head), this.#exchanges > 0, this.#responseHeads);
    this.#exchanges += 1;
    this.#exchange = exchange;
    if (at < bytes.length) upstream.cork();
    upstream.write(exchange.sentHead, 'latin1');
    this.#takeBody(exchange, bytes, at);
    upstream.uncork();
  }

  #takeBody(exchange: Exchange, bytes: Buffer, at: number): void {
    const { sent, taps } = exchange;
    let taken: Promise<void> | undefined;
    let end = at;
    try {
      end = sent.take(bytes, at, (piece) => (taken = taps.requestBody(piece) ?? taken));
    } catch (error) {
      this.#end('client-abort', { detail: `the request cannot be read: ${(error as Error).message}` });
      return exchange.response.head === undefined ? this.#ownResponse(400, unreadable(error as Error)) : this.destroy();
    }
    if (end > at) this.#send(bytes.subarray(at, end), taken);
    if (end < bytes.length) this.#keep(bytes.subarray(end));
    if (!sent.done || exchange.requestOver) return;
    exchange.endRequest();
    this.#next(exchange);
  }

  #send(bytes: Buffer, taken?: Promise<void>): void {
    if (this.#upstream !== undefined) passBytes(bytes, this.#client, this.#upstream, taken);
  }

  #connect(): Socket {
    const client = this.#client;
    const upstream = this.#passage.route.connect({
      hear: (bytes) => upstream === this.#upstream && this.#upstreamSays(bytes),
      holds: () => client.writableLength > 0,
    });
    this.#upstream = upstream;
    this.#exchanges = 0;
    upstream.on('end', () => upstream === this.#upstream && this.#upstreamSaidAll());
    upstream.on('error', (error) => upstream === this.#upstream && this.#upstreamGone(error));
    upstream.on('close', () => upstream === this.#upstream && this.#upstreamGone());
    return upstream;
  }

  #upstreamSays(bytes: Buffer): void {
    if (this.#tunnel !== undefined) {
      this.#tunnel.received += bytes.length;
      if (this.#upstream !== undefined) passBytes(bytes, this.#upstream, this.#client);
      return;
    }
    const exchange = this.#exchange;
    // An unrequested response, such as the 408 with which some servers close an idle connection.
    if (exchange === undefined || exchange.response.done) return this.#dropUpstream();
    let found: ResponseBytes;
    try {
      found = exchange.response.take(bytes);
    } catch (error) {
      if (!(error instanceof HttpSyntaxError)) throw error;
      return this.#fails(new HttpSyntaxError(`its response is not HTTP/1.1: ${error.message}`));
    }
    this.#carry(exchange, found);
  }

  /** Forwards bytes of a response before the taps see them. */
  #carry(exchange: Exchange, { passed, interim, hasHead, pieces, excess }: ResponseBytes): void {
    const { taps, response } = exchange;
    const room =
      passed.length === 0 || this.#client.destroyed || this.#client.writableEnded || this.#client.write(passed);
    for (const { status, rawHeaders } of interim) taps.interim(status, rawHeaders);
    if (hasHead && response.head !== undefined) taps.response(response.head.status, response.head.rawHeaders);
    if (response.leavesHttp) return this.#leaveHttp(excess);
    let taken: Promise<void> | undefined;
    for (const piece of pieces) taken = taps.responseBody(piece) ?? taken;
    if ((!room || taken !== undefined) && this.#upstream !== undefined) this.#holdBack(this.#upstream, room, taken);
    if (excess > 0) this.#dropUpstream();
    if (response.done) this.#next(exchange);
  }

  #holdBack(upstream: Socket, room: boolean, taken: Promise<void> | undefined): void {
    upstream.pause();
    const drained = room ? undefined : new Promise<void>((resolve) => this.#client.once('drain', resolve));
    void Promise.all([drained, taken]).then(() => upstream.resume());
  }

  /** From here on there are no messages any more, only bytes both ways; `received` bytes have arrived already. */
  #leaveHttp(received: number): void {
    const ahead = this.#ahead;
    this.#tunnel = { sent: ahead.length, received };
    this.#ahead = NOTHING;
    this.#send(ahead);
    this.#client.resume();
  }

  /** Continues with the client's next request after both halves of this exchange. */
  #next(exchange: Exchange): void {
    if (!exchange.done) return;
    this.#end(exchange.clientLeft ? 'client-abort' : 'complete');
    this.#exchange = undefined;
    if (exchange.closes) this.#closing = true;
    if (this.#closing)
      return this.#upstream === undefined || this.#upstream.readableEnded ? this.#closeClient() : undefined;
    if (this.#ahead.length > 0) return this.#takeAhead();
    if (this.#clientEnded) this.#closeClient();
  }

  /**
   * Takes the waiting bytes in a later turn: a client that sends thousands of requests ahead must not grow the
   * stack.
   */
  #takeAhead(): void {
    this.#turnIsNear = true;
    setImmediate(() => {
      this.#turnIsNear = false;
      if (this.#closing || this.#client.destroyed) return;
      const ahead = this.#ahead;
      this.#ahead = NOTHING;
      this.#client.resume();
      this.#take(ahead, 0);
      if (this.#clientEnded && this.#exchange === undefined) this.#closeClient();
    });
  }

  #clientSaidAll(): void {
    this.#clientEnded = true;
    const { response } = this.#exchange ?? {};
    // A client that half-closes does so after its request, not during a response.
    if (this.#exchange !== undefined) this.#exchange.clientLeft = response?.head !== undefined && !response.done;
    if (this.#exchange === undefined && !this.#turnIsNear) return this.#closeClient();
    if (this.#ahead.length === 0) this.#upstream?.end();
    if (this.#tunnel === undefined)
      setTimeout(() => this.#exchange !== undefined && this.#clientGone(), GRACE_MS).unref();
  }

  #clientGone(error?: Error): void {
    this.#end(this.#tunnel === undefined || error !== undefined ? 'client-abort' : 'complete');
    const upstream = this.#upstream;
    this.#upstream = undefined;
    this.#exchange = undefined;
    this.#client.destroy();
    if (upstream === undefined) return;
    if (error === undefined) upstream.destroy();
    else cut(upstream, true);
  }

  #upstreamSaidAll(): void {
    const exchange = this.#exchange;
    if (this.#tunnel !== undefined) return void this.#client.end();
    if (exchange?.response.closed() === true) this.#answeredEarly(exchange);
    if (this.#exchange === undefined) return this.#closing ? this.#closeClient() : this.#dropUpstream();
    this.#upstreamGone();
  }

  /** The upstream has responded and closed: the rest of the request is dropped. */
  #answeredEarly(exchange: Exchange): void {
    if (!exchange.requestOver) {
      exchange.endRequest();
      this.#closing = true;
    }
    this.#next(exchange);
  }

  #upstreamGone(error?: NodeJS.ErrnoException): void {
    const exchange = this.#exchange;
    if (this.#tunnel !== undefined) {
      this.#end(
        error === undefined ? 'complete' : 'server-abort',
        error === undefined ? undefined : { detail: error.message },
      );
      return cut(this.#client, error !== undefined);
    }
    if (exchange === undefined) return this.#closing ? this.#closeClient() : this.#dropUpstream();
    this.#fails(error);
  }

  /** The upstream failed: before its response the client gets a 502, during its response a cut. */
  #fails(error?: NodeJS.ErrnoException): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    if (this.#clientEnded) return this.#clientGone();
    if (exchange.response.done) {
      this.#dropUpstream();
      this.#answeredEarly(exchange);
    } else if (exchange.response.head !== undefined) {
      this.#end('server-abort', {
        detail: error?.message ?? 'the upstream closed the connection in the middle of a response',
      });
      this.#dropUpstream();
      cut(this.#client, error !== undefined);
    } else if (exchange.takeSecondTry()) this.#sendAgain(exchange);
    else {
      const line = unreachableLine(
        this.#passage.route.url,
        error ?? new Error('it closed the connection before it responded'),
      );
      this.#passage.onUnreachable(line);
      this.#ownResponse(502, line);
    }
  }

  #sendAgain(exchange: Exchange): void {
    this.#dropUpstream();
    this.#connect().write(exchange.sentHead, 'latin1');
    this.#exchanges = 1;
  }

  /** Responds in place of the upstream, and closes if the client's remaining bytes cannot be delimited. */
  #ownResponse(code: number, line: string): void {
    const exchange = this.#exchange;
    const inStep = exchange !== undefined && exchange.requestOver && !this.#clientEnded && code !== 503;
    this.#end('error', { detail: line });
    this.#dropUpstream();
    this.#exchange = undefined;
    if (exchange?.response.head !== undefined) return cut(this.#client, true);
    if (this.#client.destroyed) return;
    const method = exchange?.head.method;
    this.#client.write(
      statusResponse(code, line, { closes: !inStep, ...(method === undefined ? {} : { method }) }),
      'latin1',
    );
    if (!inStep) this.#closeClient();
    else if (this.#ahead.length > 0) this.#takeAhead();
    else this.#client.resume();
  }

  #dropUpstream(): void {
    const upstream = this.#upstream;
    this.#upstream = undefined;
    upstream?.destroy();
  }

  /** Ends our side, ignores the client's further bytes, and waits only briefly for its end. */
  #closeClient(): void {
    this.#closing = true;
    this.#dropUpstream();
    this.#client.end();
    this.#client.resume();
    setTimeout(() => this.#client.destroy(), GRACE_MS).unref();
  }

  #end(reason: EndReason, notes: EndNotes = {}): void {
    this.#exchange?.end(reason, this.#tunnel === undefined ? notes : { ...notes, tunnel: this.#tunnel });
  }
}
