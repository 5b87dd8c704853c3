import type { History } from '../oracle/history.ts';
import { textAt } from '../oracle/json.ts';
import { observedStateOf } from '../oracle/observed-state.ts';
import type { Violated } from './finding.ts';
import { show, violated } from './findings.ts';
import { callsOf, type ResourceCalled, responseOf, succeeded } from './responses.ts';

/**
 * The violation of a list or watch that got no objects or events although it named the latest version of its
 * collection: a write made that version, and lists before and after the call return it.
 *
 *     create -> 7, list -> 7, list or watch from 7 (refused), list -> 7
 */
export function refusalOfLatest(history: History, exchange: ResourceCalled): Violated | undefined {
  const version = exchange.request.query.get('resourceVersion') ?? '';
  if (!isLatest(history, exchange, version)) return undefined;
  const what = exchange.call.watching ? 'a stream of events' : 'a list';
  return violated(
    exchange,
    `${what}: ${show(version)} is the latest version`,
    responseOf(exchange),
    'the latest version is refused',
  );
}

function isLatest(history: History, { call, began, ended, events }: ResourceCalled, version: string): boolean {
  const over = events[0]?.n ?? ended;
  const lists = callsOf(history.exchanges, 'list', 'listAll').filter(
    (list) =>
      succeeded(list) &&
      list.call.resource.kind === call.resource.kind &&
      (list.call.namespace === undefined || list.call.namespace === call.namespace) &&
      !list.request.query.has('resourceVersion') &&
      textAt(list.response?.body?.value, 'metadata', 'resourceVersion') === version,
  );
  const isWritten = observedStateOf(history).writes.some(
    ({ response }) => response?.version === version && response.key.kind === call.resource.kind,
  );
  return isWritten && lists.some((list) => list.ended < began) && lists.some((list) => list.began > over);
}
