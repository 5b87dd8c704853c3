import { sendAggregatedDiscovery } from '../discovery/aggregated-discovery.ts';
import type { FixedAnswer } from '../response/fixed-answer.ts';
import { fixedAnswer } from '../response/fixed-answer.ts';
import { negotiate } from './negotiate.ts';
import type { Exchange, Handler, Serving } from '../serving.ts';

export const discovery: Handler = (exchange, serving) => {
  const { answers, documents } = serving;
  const fixed = fixedAnswer(exchange.request.method ?? '', exchange.target.path, documents, answers);
  return fixed === undefined ? false : sendFixed(exchange, serving, fixed);
};

async function sendFixed(exchange: Exchange, serving: Serving, { answer, typed }: FixedAnswer): Promise<boolean> {
  const { request, response, target } = exchange;
  const { answers, routes, offers, send } = serving;
  const isLater = answers['operations.later-releases'] !== 'absent';
  if (isLater && sendAggregatedDiscovery(routes, target.path, request.headers.accept, response)) return true;
  send(response, answer, await negotiate(exchange, typed ? offers.object : offers.value));
  return true;
}
