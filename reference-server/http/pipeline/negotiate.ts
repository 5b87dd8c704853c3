import type { ServedExchange } from '../serving.ts';
import { accepted, type Accepted, loaded, type Offer } from '../media/negotiation.ts';

/**
 * Chooses the form of the response by the Accept header, notes it in the exchange, and loads its codec. Throws
 * `ApiError` 406.
 */
export async function negotiate(exchange: ServedExchange, offer: Offer): Promise<Accepted> {
  exchange.form = accepted(exchange.request.headers.accept, exchange.pretty, offer);
  return loaded(exchange.form);
}
