import type { Exchange } from './history.ts';

/** Whether the suite sent a request in a case of that rule. Only then is it known what the request was meant to be. */
export function sentFor({ request }: Exchange, rule: string): boolean {
  return request.headers.get('x-plumbline-rule') === rule;
}
