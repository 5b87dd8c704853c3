import type { HappeningLine, LoggedBody } from '../../../../shared/exchange-log/exchange-log.ts';
import { wireBody } from '../../../oracle/exchanges/body.ts';
import { isObject, type Json } from '../../../oracle/json.ts';

/**
 * The lines of a case without the events and list items of other clients' objects. Other cases of the run write beside
 * it, so a case without any write can fail by their objects, but nobody could repeat that.
 */
export function ownLines(lines: readonly HappeningLine[]): HappeningLine[] {
  const request = lines.find((line) => line.kind === 'request');
  const id = request?.headers.find(([name]) => name.toLowerCase() === 'x-plumbline-case')?.[1];
  if (id === undefined) return [...lines];
  return lines.flatMap((line): HappeningLine[] => {
    if (line.kind === 'event') return isOwn(objectIn(line.body), id) ? [line] : [];
    return line.kind === 'body' ? [{ ...line, body: withOwnItems(line.body, id) }] : [line];
  });
}

function objectIn(event: LoggedBody): Json | undefined {
  const { value } = wireBody(event, 'json');
  return isObject(value) ? value['object'] : undefined;
}

function withOwnItems(body: LoggedBody, id: string): LoggedBody {
  const { value: list } = wireBody(body, 'json');
  const items = isObject(list) ? list['items'] : undefined;
  return isObject(list) && Array.isArray(items)
    ? { json: { ...list, items: (items as readonly Json[]).filter((item) => isOwn(item, id)) } }
    : body;
}

/** Whether an object names the case, in its name, its namespace or a label. */
function isOwn(object: Json | undefined, id: string): boolean {
  return JSON.stringify(object ?? null).includes(id);
}
