import type { Miss, ServedOutcome, ResponseSource } from './exchange/response.ts';
import { closestMiss } from './closest-miss.ts';
import { learnFrom } from './matching.ts';
import { type Playing, recordedOutcome } from './recorded-response.ts';
import { acceptOf, type RecordedExchange } from './exchange/recorded-exchange.ts';
import { saysTheSame } from './request-differences.ts';
import type { SentRequest } from './exchange/sent-request.ts';
import { Waiters } from './exchange/waiters.ts';

/** How long a request may wait for its turn. */
const PATIENCE_MS = 1000;

/**
 * Responds to requests in recorded order, each exchange once. A request is due when every exchange that had ended
 * before it began has been requested: concurrent requests may come in either order. An early request waits for its
 * turn for a while, because the threads of a client may be a little faster or slower.
 *
 *     recorded   1 ======      due at first: 1 and 2; 3 when both have been asked for
 *                2    =====
 *                3            ===
 */
export class Strict implements ResponseSource {
  readonly #exchanges: readonly RecordedExchange[];
  /** The exchanges not requested yet, in order of their requests. */
  readonly #left: Set<RecordedExchange>;
  /** All exchanges, in order of their ends. */
  readonly #byEnd: readonly RecordedExchange[];
  #ended = 0;
  readonly #waiting = new Waiters();
  readonly #playing: Playing;

  constructor(exchanges: readonly RecordedExchange[], playing: Playing) {
    this.#exchanges = exchanges;
    this.#left = new Set(exchanges);
    this.#byEnd = [...exchanges].sort((a, b) => Number(a.ended > b.ended) - Number(a.ended < b.ended));
    this.#playing = playing;
  }

  async respond(request: SentRequest, gone: AbortSignal): Promise<ServedOutcome> {
    const deadline = performance.now() + PATIENCE_MS;
    let chosen = this.#take(request);
    while (chosen === undefined && this.#isToCome(request) && !gone.aborted && performance.now() < deadline) {
      await this.#waiting.next(gone, deadline - performance.now());
      chosen = this.#take(request);
    }
    if (chosen === undefined) return { miss: this.#miss(request, this.#due()) };
    return recordedOutcome(chosen, this.#playing);
  }

  /** The due exchange for a request, which is then used up. */
  #take(request: SentRequest): RecordedExchange | undefined {
    const same = this.#due().filter((exchange) => this.#is(exchange, request));
    const chosen = same.find(({ accept }) => accept === acceptOf(request)) ?? same[0];
    if (chosen === undefined) return undefined;
    this.#left.delete(chosen);
    learnFrom(chosen, request, this.#playing);
    this.#waiting.wake();
    return chosen;
  }

  #isToCome(request: SentRequest): boolean {
    for (const exchange of this.#left) if (this.#is(exchange, request)) return true;
    return false;
  }

  /** The exchanges that began before the first end of an unrequested one. */
  #due(): RecordedExchange[] {
    while (this.#ended < this.#byEnd.length && !this.#isLeft(this.#byEnd[this.#ended])) this.#ended += 1;
    const firstEnd = this.#byEnd[this.#ended]?.ended ?? Number.POSITIVE_INFINITY;
    const due: RecordedExchange[] = [];
    for (const exchange of this.#left) {
      if (exchange.began >= firstEnd) break;
      due.push(exchange);
    }
    return due;
  }

  #isLeft(exchange: RecordedExchange | undefined): boolean {
    return exchange !== undefined && this.#left.has(exchange);
  }

  #is(exchange: RecordedExchange, request: SentRequest): boolean {
    return (
      exchange.method === request.method &&
      exchange.path === request.path &&
      saysTheSame(exchange.request, request, this.#playing.secrets)
    );
  }

  #miss(request: SentRequest, due: readonly RecordedExchange[]): Miss {
    const elsewhere = this.#exchanges.find((exchange) => this.#is(exchange, request));
    if (elsewhere === undefined) return closestMiss(request, due.length > 0 ? due : this.#exchanges);
    const expected = due
      .slice(0, 3)
      .map(({ id, request: { method, target } }) => `exchange ${id}, ${method} ${target}`);
    const order = this.#left.has(elsewhere) ? 'it is not its turn' : 'it was asked for before';
    return {
      nearest: elsewhere,
      differences: [
        expected.length === 0 ? `${order}; the recording is at its end` : `${order}; due is ${expected.join(', or ')}`,
      ],
    };
  }
}
