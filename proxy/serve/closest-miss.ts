import type { Miss } from './exchange/response.ts';
import type { RecordedExchange } from './exchange/recorded-exchange.ts';
import { LearnedSecrets } from './redacted-value.ts';
import { requestDifferences } from './request-differences.ts';
import type { SentRequest } from './exchange/sent-request.ts';

/** The cost of a difference in each part: another path is further away than another body. */
const COST = { path: 8, method: 6, query: 2, body: 1 } as const;
/** Recorded exchanges that are compared in full. */
const LOOKED_AT = 50;

/** The recorded exchange nearest to a request, and the differences. */
export function closestMiss(request: SentRequest, exchanges: readonly RecordedExchange[]): Miss {
  const secrets = new LearnedSecrets();
  const likely = exchanges
    .map((exchange) => ({ exchange, distance: pathDistance(exchange, request) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, LOOKED_AT);
  let best:
    | { readonly exchange: RecordedExchange; readonly differences: readonly string[]; readonly cost: number }
    | undefined;
  for (const { exchange, distance } of likely) {
    const differences = requestDifferences(exchange.request, request, secrets);
    const cost = differences.reduce((sum, { part }) => sum + COST[part], 0) + distance;
    if (best === undefined || cost < best.cost)
      best = { exchange, differences: differences.map(({ text }) => text), cost };
  }
  return { nearest: best?.exchange, differences: best?.differences ?? [] };
}

/** The number of different path segments, plus one half if the methods differ. */
function pathDistance(recorded: RecordedExchange, { path, method }: SentRequest): number {
  const [a, b] = [recorded.path.split('/'), path.split('/')];
  let distance = recorded.method === method ? 0 : 0.5;
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) if (a[index] !== b[index]) distance += 1;
  return distance;
}

/** A miss in one line, without the request. */
export function missText({ nearest, differences }: Miss): string {
  if (nearest === undefined) return 'the recording has no exchange';
  const { method, target } = nearest.request;
  return `nearest is exchange ${nearest.id}, ${method} ${target}${differences.length === 0 ? '' : `: ${differences.join('; ')}`}`;
}
