import type { ServedExchange, ExchangeHandler, Serving } from '../serving.ts';
import { accessReviews } from './access-reviews.ts';
import { authentication } from './authentication.ts';
import { clock } from './clock.ts';
import { descriptions } from './descriptions.ts';
import { discovery } from './discovery.ts';
import { health } from './health.ts';
import { podLogs } from './pod-logs.ts';
import { resources } from './resources.ts';
import { unserved } from './unserved.ts';

/**
 * The handlers in the order in which they get a request. The first handler that serves it is the last one to get it.
 */
const HANDLERS: readonly ExchangeHandler[] = [
  health,
  authentication,
  clock,
  discovery,
  descriptions,
  resources,
  accessReviews,
  podLogs,
  unserved,
];

/** Serves one request by the first handler that takes it. Throws `ApiError`. */
export async function serve(exchange: ServedExchange, serving: Serving): Promise<void> {
  for (const handle of HANDLERS) {
    const served = handle(exchange, serving);
    // Most handlers decide at once, and a wait costs a turn.
    if (served === true || (served !== false && (await served))) return;
  }
}
