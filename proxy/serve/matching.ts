import type { ServedOutcome, ResponseSource } from './exchange/response.ts';
import { closestMiss } from './closest-miss.ts';
import { type Playing, recordedOutcome } from './recorded-response.ts';
import type { RecordedExchange } from './exchange/recorded-exchange.ts';
import { SameRequests } from './same-requests.ts';
import type { SentRequest } from './exchange/sent-request.ts';

/**
 * Responds to a request with a recorded response to the same request, from anywhere in the recording: repeats step
 * through the recorded responses in order, and the last one stays. Responses to clients with the same `Accept` come
 * first.
 */
export class Matching implements ResponseSource {
  readonly #exchanges: readonly RecordedExchange[];
  readonly #same: SameRequests;
  readonly #playing: Playing;
  readonly #used = new Set<RecordedExchange>();

  constructor(exchanges: readonly RecordedExchange[], playing: Playing) {
    this.#exchanges = exchanges;
    this.#same = new SameRequests(exchanges);
    this.#playing = playing;
  }

  respond(request: SentRequest): ServedOutcome {
    const candidates = this.#same.as(request, this.#playing.secrets);
    const chosen = candidates.find((exchange) => !this.#used.has(exchange)) ?? candidates.at(-1);
    if (chosen === undefined) return { miss: closestMiss(request, this.#exchanges) };
    this.#used.add(chosen);
    learnFrom(chosen, request, this.#playing);
    return recordedOutcome(chosen, this.#playing);
  }
}

/**
 * Records that an exchange is being served: learns the secrets of its request, and releases events that wait for it.
 */
export function learnFrom(exchange: RecordedExchange, request: SentRequest, { secrets, gate }: Playing): void {
  const holdsTokens = exchange.says === undefined;
  const [recorded, sent] = holdsTokens ? [exchange.request.body?.value, request.body?.value] : [];
  if (recorded !== undefined && sent !== undefined) secrets.learn(recorded, sent);
  gate?.used(exchange);
}
