import type { Exchange } from '../history.ts';

/** Whether the suite sent a request in a case of that rule. Only then is the intent of the request known. */
export function sentFor({ request }: Exchange, rule: string): boolean {
  return request.headers.get('x-plumbline-rule') === rule;
}
