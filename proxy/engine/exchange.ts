import type { ClientRequest, IncomingMessage, InformationEvent, ServerResponse } from 'node:http';
import type { EndReason } from '../../fixtures/formats/exchange-log.ts';
import type { Taps } from './forwarding-engine.ts';
import { hasBody, outgoingRequest } from './outgoing-request.ts';
import { headerPairs } from './raw-headers.ts';
import type { Route } from './route.ts';
import { answerUnreachable, unreachableLine } from './upstream-error.ts';

/**
 * One exchange on its way through the engine: carries both halves under the back-pressure of the receiver and of the taps, and knows
 * how it ended. Heads go with the first chunk where one is here already, and by themselves where none is: an idle watch has nothing
 * else to show for itself. Ends are sent before the taps hear of them, so that what a tap does then delays nobody.
 */
export class Exchange {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #route: Route;
  readonly #taps: Taps;
  #outgoing: ClientRequest | undefined;
  #answer: IncomingMessage | undefined;
  #retried = false;
  #over = false;

  constructor(request: IncomingMessage, response: ServerResponse, route: Route, taps: Taps) {
    this.#request = request;
    this.#response = response;
    this.#route = route;
    this.#taps = taps;
    response.on('close', () => this.#clientGone());
  }

  /** Sends the request on; all else follows by itself. */
  send(): void {
    let outgoing: ClientRequest;
    try {
      outgoing = outgoingRequest(this.#request, this.#route);
    } catch (error) {
      return this.#fails(error as Error);
    }
    this.#outgoing = outgoing;
    outgoing.on('response', (answer) => this.#answers(answer));
    outgoing.on('error', (error) => this.#fails(error));
    outgoing.on('information', (interim) => this.#carryInterim(interim));
    if (hasBody(this.#request)) return this.#carryBody(outgoing);
    outgoing.end();
    this.#taps.requestEnd();
  }

  #carryBody(outgoing: ClientRequest): void {
    const request = this.#request;
    setImmediate(flushUnsent, outgoing);
    request.on('data', (chunk: Buffer) => {
      const taken = this.#taps.requestBody(chunk);
      const held = !outgoing.write(chunk);
      if (held || taken !== undefined) holdBack(request, held ? outgoing : undefined, taken);
    });
    request.on('end', () => {
      if (request.rawTrailers.length > 0) outgoing.addTrailers(trailersOf(request));
      outgoing.end();
      this.#taps.requestEnd();
    });
  }

  /** 100 Continue comes when the upstream says so; the other 1xx heads are written as they came. */
  #carryInterim({ statusCode, statusMessage, rawHeaders }: InformationEvent): void {
    const response = this.#response;
    if (response.headersSent) return;
    if (statusCode === 100) return response.writeContinue();
    const lines = headerPairs(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
    response.socket?.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`, 'latin1');
  }

  #answers(answer: IncomingMessage): void {
    const response = this.#response;
    response.sendDate = false;
    response.removeHeader('connection');
    try {
      response.writeHead(answer.statusCode ?? 0, answer.statusMessage ?? '', headersFor(this.#request, answer.rawHeaders));
    } catch (error) {
      this.#outgoing?.destroy();
      return this.#fails(error as Error);
    }
    this.#answer = answer;
    this.#taps.response(answer.statusCode ?? 0, answer.rawHeaders);
    setImmediate(flushUnsent, response);
    answer.on('error', (error) => this.#fails(error));
    answer.on('data', (chunk: Buffer) => {
      const taken = this.#taps.responseBody(chunk);
      const held = !response.write(chunk);
      if (held || taken !== undefined) holdBack(answer, held ? response : undefined, taken);
    });
    answer.on('end', () => {
      if (answer.rawTrailers.length > 0 && response.chunkedEncoding) response.addTrailers(trailersOf(answer));
      response.end();
      this.#end('complete');
    });
  }

  /** The upstream failed: before its answer that is a 502 for the client, in mid-answer a cut. */
  #fails(error: Error): void {
    if (this.#over) return;
    if (this.#answer !== undefined) {
      this.#end('server-abort', error.message);
      this.#response.destroy();
    } else if (this.#mayRetry(error)) {
      this.#retried = true;
      this.send();
    } else {
      const line = unreachableLine(this.#route.upstream.url, error);
      this.#route.onUnreachable(line);
      this.#end('error', line);
      answerUnreachable(this.#response, line);
    }
  }

  /**
   * Whether sending once more is what a client would do by itself: the upstream closed an idle connection in the moment in which we
   * chose it, and the request has no body.
   */
  #mayRetry(error: NodeJS.ErrnoException): boolean {
    const safe = (this.#request.method === 'GET' || this.#request.method === 'HEAD') && !hasBody(this.#request);
    return safe && !this.#retried && error.code === 'ECONNRESET' && this.#outgoing?.reusedSocket === true;
  }

  #clientGone(): void {
    if (this.#over) return;
    this.#end('client-abort');
    this.#outgoing?.destroy();
  }

  #end(reason: EndReason, detail?: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#taps.end(reason, detail);
  }
}

/** Sends a head that has waited for its first chunk in vain. */
function flushUnsent(message: ClientRequest | ServerResponse): void {
  if (!message.destroyed && !message.writableEnded) message.flushHeaders();
}

/** Stops a sender until its receiver has drained and its tap has let go. */
function holdBack(from: IncomingMessage, to: ClientRequest | ServerResponse | undefined, taken: Promise<void> | undefined): void {
  from.pause();
  const drained = to === undefined ? undefined : new Promise<void>((resolve) => to.once('drain', resolve));
  void Promise.all([drained, taken]).then(() => from.resume());
}

/** An HTTP/1.0 client knows no chunks: its answer ends with the connection. */
function headersFor(request: IncomingMessage, rawHeaders: string[]): string[] {
  if (request.httpVersion !== '1.0') return rawHeaders;
  return headerPairs(rawHeaders).filter(([name]) => name.toLowerCase() !== 'transfer-encoding').flat();
}

function trailersOf(message: IncomingMessage): [string, string][] {
  return headerPairs(message.rawTrailers).map(([name, value]) => [name, value]);
}
