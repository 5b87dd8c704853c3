import { groupBy } from '../../shared/group-by.ts';
import type { History } from '../oracle/history.ts';
import { textAt } from '../oracle/json.ts';
import { observedStateOf } from '../oracle/observed-state.ts';
import type { Finding } from './finding.ts';
import { show, violated } from './findings.ts';
import { callsOf, type ResourceCalled, responseOf, succeeded } from './responses.ts';

/** How often the latest version must be refused: a server that is short of memory may forget any version at times. */
export const REFUSALS = 4;

/**
 * Judges that not each of several lists, or watches, of the latest version of their collection is refused. A write made
 * that version, and lists before and after the calls return it:
 *
 *     create -> 7, list -> 7, four watches from 7 (each refused), list -> 7
 */
export function* judgeLatest(
  history: History,
  calls: readonly ResourceCalled[],
  isRefused: (call: ResourceCalled) => boolean,
): Iterable<Finding> {
  for (const alike of groupBy(calls, collectionAtVersion).values()) {
    const [first] = alike;
    // A call that is served says nothing about when its version was the latest, and need not: it is served.
    if (first === undefined || alike.length < REFUSALS || !alike.every(isRefused)) continue;
    if (!alike.every((call) => isOfLatest(history, call))) continue;
    const what = first.call.watching ? 'a stream of events' : 'a list';
    yield violated(
      first,
      `${what}: ${show(versionOf(first))} is the latest version`,
      `${responseOf(first)}, and so for each of ${alike.length}`,
      'the latest version is refused',
    );
  }
}

function collectionAtVersion(exchange: ResourceCalled): string {
  return JSON.stringify([exchange.request.path, versionOf(exchange)]);
}

function versionOf({ request }: ResourceCalled): string {
  return request.query.get('resourceVersion') ?? '';
}

function isOfLatest(history: History, exchange: ResourceCalled): boolean {
  const { call, began, ended, events } = exchange;
  const version = versionOf(exchange);
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
