import { append } from '../../shared/group-by.ts';
import { acceptOf, type RecordedExchange } from './exchange/recorded-exchange.ts';
import type { LearnedSecrets } from './redacted-value.ts';
import { saysTheSame } from './request-differences.ts';
import { sayingOf } from './exchange/saying.ts';
import type { SentRequest } from './exchange/sent-request.ts';

/**
 * Finds the recorded requests equal to a new one, by a digest; only requests with a redacted secret are compared one
 * by one, and only if method and path are the same.
 */
export class SameRequests {
  readonly #said = new Map<string, RecordedExchange[]>();
  readonly #redacted = new Map<string, RecordedExchange[]>();

  constructor(exchanges: readonly RecordedExchange[]) {
    for (const exchange of exchanges) {
      if (exchange.says === undefined) append(this.#redacted, placeOf(exchange), exchange);
      else append(this.#said, exchange.says, exchange);
    }
  }

  /** In recorded order; if some are of clients with the same `Accept`, only those. */
  as(request: SentRequest, secrets: LearnedSecrets): readonly RecordedExchange[] {
    const said = this.#said.get(sayingOf(request) ?? '') ?? [];
    const redacted = (this.#redacted.get(placeOf(request)) ?? []).filter((exchange) =>
      saysTheSame(exchange.request, request, secrets),
    );
    const same = redacted.length === 0 ? said : [...said, ...redacted].sort((a, b) => a.began - b.began);
    const accept = acceptOf(request);
    const sameTypes = same.filter((exchange) => exchange.accept === accept);
    return sameTypes.length > 0 ? sameTypes : same;
  }
}

function placeOf({ method, path }: Pick<SentRequest, 'method' | 'path'>): string {
  return `${method} ${path}`;
}
