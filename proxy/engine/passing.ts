import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { carryAnswer } from './carry-answer.ts';
import { carryRequest } from './carry-request.ts';
import type { Taps } from './forwarding-engine.ts';
import type { Upstream } from './upstream.ts';
import { answerUnreachable, unreachableLine } from './upstream-error.ts';

/** One exchange on its way through the engine: carries both halves, and knows how it ended. */
export class Passing {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #upstream: Upstream;
  readonly #taps: Taps;
  readonly #onUnreachable: (line: string) => void;
  #outgoing: ClientRequest | undefined;
  #answered = false;
  #retried = false;
  #over = false;

  constructor(request: IncomingMessage, response: ServerResponse, upstream: Upstream, taps: Taps, onUnreachable: (line: string) => void) {
    this.#request = request;
    this.#response = response;
    this.#upstream = upstream;
    this.#taps = taps;
    this.#onUnreachable = onUnreachable;
    response.once('close', () => this.#end('client-abort'));
  }

  /** The upstream request is about to be sent. */
  leaves(outgoing: ClientRequest): void {
    this.#outgoing = outgoing;
    carryRequest(outgoing, this.#request, this.#response, this.#upstream, this.#taps);
  }

  /** The head of the answer is here. */
  answers(answer: IncomingMessage): void {
    this.#answered = true;
    answer.once('error', (error) => this.#end('server-abort', error.message));
    carryAnswer(answer, this.#request, this.#response, this.#taps, () => this.#end('complete'));
  }

  /**
   * Whether sending once more is what a client would do by itself: the upstream closed an idle connection in the moment in which we
   * chose it, and the request has no body.
   */
  mayRetry(error: NodeJS.ErrnoException): boolean {
    const safe = this.#request.method === 'GET' || this.#request.method === 'HEAD';
    if (this.#retried || this.#over || this.#answered || !safe || error.code !== 'ECONNRESET' || this.#outgoing?.reusedSocket !== true) return false;
    this.#retried = true;
    return true;
  }

  /** The upstream failed: before its answer that is a 502 for the client, in mid-answer a cut. */
  fails(error: Error): void {
    if (this.#over) return;
    if (this.#answered) {
      this.#end('server-abort', error.message);
      this.#response.destroy();
      return;
    }
    const line = unreachableLine(this.#upstream.url, error);
    this.#onUnreachable(line);
    this.#end('error', line);
    answerUnreachable(this.#response, line);
  }

  #end(reason: Parameters<Taps['end']>[0], detail?: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#taps.end(reason, detail);
  }
}
