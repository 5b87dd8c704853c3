import { parsedJson } from '../../shared/json.ts';
import type { LoggedBody } from '../../shared/exchange-log/exchange-log.ts';

/** The value of a JSON body; `undefined` if it is no JSON. */
export function contentOf(body: LoggedBody | undefined): unknown {
  if (body === undefined) return undefined;
  if ('json' in body) return body.json;
  return 'text' in body ? parsedJson(body.text) : undefined;
}
