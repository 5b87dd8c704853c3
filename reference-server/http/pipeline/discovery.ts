import { sendAggregatedDiscovery } from '../discovery/aggregated-discovery.ts';
import { fixedResponse, type FixedResponse } from '../response/fixed-response.ts';
import { negotiate } from './negotiate.ts';
import type { ServedExchange, ExchangeHandler, Serving } from '../serving.ts';

export const discovery: ExchangeHandler = (exchange, serving) => {
  const { choices, documents } = serving;
  const fixed = fixedResponse(exchange.request.method ?? '', exchange.target.path, documents, choices);
  return fixed === undefined ? false : sendFixed(exchange, serving, fixed);
};

async function sendFixed(
  exchange: ServedExchange,
  serving: Serving,
  { response: fixed, typed }: FixedResponse,
): Promise<boolean> {
  const { request, response, target } = exchange;
  const { choices, routes, offers, send } = serving;
  const isLater = choices['operations.later-releases'] !== 'absent';
  if (isLater && sendAggregatedDiscovery(routes, target.path, request.headers.accept, response)) return true;
  send(response, fixed, await negotiate(exchange, typed ? offers.object : offers.value));
  return true;
}
