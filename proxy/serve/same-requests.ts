import type { Json } from '../diff/json-value.ts';
import { isObject } from '../diff/json-value.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { acceptOf } from './recorded-exchange.ts';
import type { LearnedSecrets } from './redacted-value.ts';
import { saysTheSame } from './request-differences.ts';
import type { SentRequest } from './sent-request.ts';

/** What redaction leaves, as it stands and in base64: a request with one of those fits more than what is spelled like it. */
const REDACTED = /redacted-|cmVkYWN0ZWQt/;

/**
 * Finds the recorded requests that say the same as one that comes, without looking at all of them: by one spelling of what they say; only
 * those that hold a redacted secret are compared one by one, and only where method and path are the same.
 */
export class SameRequests {
  readonly #spelled = new Map<string, RecordedExchange[]>();
  readonly #redacted = new Map<string, RecordedExchange[]>();

  constructor(exchanges: readonly RecordedExchange[]) {
    for (const exchange of exchanges) {
      const spelling = spellingOf(exchange.request);
      if (REDACTED.test(spelling)) put(this.#redacted, placeOf(exchange.request), exchange);
      else put(this.#spelled, spelling, exchange);
    }
  }

  /** In recorded order; where some of them are of a client that took the same media types, only they. */
  as(request: SentRequest, secrets: LearnedSecrets): readonly RecordedExchange[] {
    const spelled = this.#spelled.get(spellingOf(request)) ?? [];
    const redacted = (this.#redacted.get(placeOf(request)) ?? []).filter((exchange) => saysTheSame(exchange.request, request, secrets));
    const same = redacted.length === 0 ? spelled : [...spelled, ...redacted].sort((a, b) => a.began - b.began);
    const sameTypes = same.filter((exchange) => acceptOf(exchange.request) === acceptOf(request));
    return sameTypes.length > 0 ? sameTypes : same;
  }
}

function put(index: Map<string, RecordedExchange[]>, name: string, exchange: RecordedExchange): void {
  const others = index.get(name);
  if (others === undefined) index.set(name, [exchange]);
  else others.push(exchange);
}

function placeOf({ method, path }: SentRequest): string {
  return `${method} ${path}`;
}

function spellingOf(request: SentRequest): string {
  const { query, body } = request;
  return `${placeOf(request)} ${JSON.stringify(query)} ${body === undefined ? '' : body.value === undefined ? body.sha256 : JSON.stringify(ordered(body.value))}`;
}

/** The same value with the members of its objects in one order. */
function ordered(value: Json): Json {
  if (Array.isArray(value)) return value.map((each: Json) => ordered(each));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([member, each]) => [member, ordered(each)]));
}
