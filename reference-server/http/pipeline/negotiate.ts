import type { Exchange } from '../serving.ts';
import type { Accepted, Offer } from '../response/negotiation.ts';
import { accepted } from '../response/negotiation.ts';

/** Chooses the form of the response by the Accept header, notes it in the exchange, and loads its codec. Throws `ApiError` 406. */
export async function negotiate(exchange: Exchange, offer: Offer): Promise<Accepted> {
  const form = accepted(exchange.request.headers.accept, exchange.pretty, offer);
  exchange.form = form;
  if (form.codec.load !== undefined) await form.codec.load();
  return form;
}
