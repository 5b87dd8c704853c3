import type { Answering, Outcome } from './answer.ts';
import { closestMiss } from './closest-miss.ts';
import { learnFrom } from './matching.ts';
import type { Playing } from './recorded-answer.ts';
import { recordedAnswer } from './recorded-answer.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { acceptOf } from './recorded-exchange.ts';
import { saysTheSame } from './request-differences.ts';
import type { SentRequest } from './sent-request.ts';

/**
 * Answers requests in the order in which they were recorded, each exchange once. A request is due when every exchange that had ended
 * before it began has been asked for: requests that were under way together may come in either order.
 *
 *     recorded   1 ======      due at first: 1 and 2; 3 when both have been asked for
 *                2    =====
 *                3            ===
 */
export class Strict implements Answering {
  readonly #exchanges: readonly RecordedExchange[];
  readonly #left: RecordedExchange[];
  readonly #playing: Playing;

  constructor(exchanges: readonly RecordedExchange[], playing: Playing) {
    this.#exchanges = exchanges;
    this.#left = [...exchanges];
    this.#playing = playing;
  }

  answer(request: SentRequest): Outcome {
    const due = this.#due();
    const same = due.filter((exchange) => saysTheSame(exchange.request, request, this.#playing.secrets));
    const chosen = same.find((exchange) => acceptOf(exchange.request) === acceptOf(request)) ?? same[0];
    if (chosen === undefined) return { miss: this.#miss(request, due) };
    this.#left.splice(this.#left.indexOf(chosen), 1);
    learnFrom(chosen, request, this.#playing);
    return { answer: recordedAnswer(chosen, this.#playing), from: chosen };
  }

  #due(): RecordedExchange[] {
    const firstEnd = this.#left.reduce((first, { ended }) => Math.min(first, ended), Number.POSITIVE_INFINITY);
    return this.#left.filter(({ began }) => began < firstEnd);
  }

  #miss(request: SentRequest, due: readonly RecordedExchange[]): { readonly nearest: RecordedExchange | undefined; readonly differences: readonly string[] } {
    const elsewhere = this.#exchanges.find((exchange) => saysTheSame(exchange.request, request, this.#playing.secrets));
    if (elsewhere === undefined) return closestMiss(request, due.length > 0 ? due : this.#exchanges);
    const expected = due.map(({ id, request: { method, target } }) => `exchange ${id}, ${method} ${target}`);
    const order = this.#left.includes(elsewhere) ? 'it is not its turn' : 'it was asked for before';
    return { nearest: elsewhere, differences: [expected.length === 0 ? `${order}; the recording is at its end` : `${order}; due is ${expected.slice(0, 3).join(', or ')}`] };
  }
}
