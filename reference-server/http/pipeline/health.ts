import { sendText } from '../response/send-response.ts';
import type { Handler } from '../serving.ts';

/** Paths that say that the server is up; later releases have other names for it. */
const PATHS: ReadonlySet<string> = new Set(['/healthz', '/healthz/ping']);
const LATER_PATHS: ReadonlySet<string> = new Set(['/livez', '/readyz']);

/** Needs no credentials: load balancers ask. */
export const health: Handler = ({ response, target: { path } }, { choices }) => {
  const isHealth = PATHS.has(path) || (LATER_PATHS.has(path) && choices['operations.later-releases'] !== 'absent');
  if (isHealth) sendText(response, 'ok');
  return isHealth;
};
