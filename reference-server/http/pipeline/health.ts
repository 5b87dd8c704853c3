import { sendText } from '../response/send-response.ts';
import type { ExchangeHandler } from '../serving.ts';

/** Health paths; later releases have other names. */
const PATHS: ReadonlySet<string> = new Set(['/healthz', '/healthz/ping']);
const LATER_PATHS: ReadonlySet<string> = new Set(['/livez', '/readyz']);

/** Needs no credentials, because load balancers use it. */
export const health: ExchangeHandler = ({ response, target: { path } }, { choices }) => {
  const isHealth = PATHS.has(path) || (LATER_PATHS.has(path) && choices['operations.later-releases'] !== 'absent');
  if (isHealth) sendText(response, 'ok');
  return isHealth;
};
