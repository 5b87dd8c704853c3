import type { Exchange, History } from '../../oracle/history.ts';
import { textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { callsOf, statusOf, succeeded } from '../../checks/responses.ts';

/** Status of a request that the server did not take up, to be sent again later: it tells nothing of the API. */
const TOO_MANY = 429;
/** Status of a server that cannot do it now, and says by `Retry-After` that it can later. */
const UNAVAILABLE = 503;

const LENIENT = new WeakMap<History, History>();
const PLAIN = new WeakMap<History, History>();

/**
 * What of a history rules are held against: all but the requests that the server turned away for now, and the reads that it answered in
 * another form which the client asked for, or with more than is read. A write that was turned away by a server that is not available
 * counts as unanswered: it may have been done. So does one that was answered in another form or whose bodies were not read, and so does,
 * where the dialect has servers that may lose a write which restores an earlier state, one that was answered with a version that another
 * write had replaced before: nothing is known of what it did.
 *
 *     PUT a -> version 1, PUT b -> version 2, PUT a -> 200 with version 1: what is stored now is open
 */
export function admissible(history: History, choices: DialectChoices): History {
  const mayBeLost = choices['replace.quick-succession'] === 'may-be-lost';
  const made = mayBeLost ? LENIENT : PLAIN;
  const known = made.get(history) ?? (mayBeLost ? withoutLostWrites(takenUp(history)) : takenUp(history));
  made.set(history, known);
  return known;
}

function takenUp(history: History): History {
  const { exchanges } = history;
  if (!exchanges.some((exchange) => saysNothing(exchange))) return history;
  return {
    exchanges: exchanges.flatMap((exchange) =>
      saysNothing(exchange) ? (mayHaveBeenDone(exchange) ? [unanswered(exchange)] : []) : [exchange],
    ),
  };
}

function saysNothing(exchange: Exchange): boolean {
  return isTurnedAway(exchange) || isInAnotherForm(exchange) || isUnread(exchange);
}

/** Whether a body of it was too large to be read. */
function isUnread({ request, response }: Exchange): boolean {
  return request.body?.unread === true || response?.body?.unread === true;
}

/** `Accept: application/json;as=Table;...`, by which clients of later releases ask for rows to print, or for metadata alone. */
const ASKS_FOR_A_FORM = /;\s*as=/i;
const FORMS: ReadonlySet<string | undefined> = new Set(['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList']);

/** Whether the client asked for another form than the document has, and got it. */
function isInAnotherForm({ request, response, events }: Exchange): boolean {
  if (!ASKS_FOR_A_FORM.test(request.headers.get('accept') ?? '')) return false;
  const shown = response?.body?.value ?? events[0]?.object;
  return shown === undefined ? events.length === 0 : FORMS.has(textAt(shown, 'kind'));
}

function isTurnedAway(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status === TOO_MANY || (status === UNAVAILABLE && exchange.response?.headers.has('retry-after') === true);
}

function mayHaveBeenDone(exchange: Exchange): boolean {
  return statusOf(exchange) !== TOO_MANY && exchange.request.method !== 'GET';
}

/** The same request, of which nobody knows what became of it. */
export function unanswered(exchange: Exchange): Exchange {
  return { ...exchange, response: undefined, end: undefined, ended: Number.POSITIVE_INFINITY };
}

function withoutLostWrites(history: History): History {
  const observed = observedStateOf(history);
  const lost = new Set<Exchange>(
    callsOf(history.exchanges, 'replace', 'patch', 'replaceStatus', 'patchStatus').filter((exchange) => {
      const response = succeeded(exchange) ? observed.writeOf(exchange)?.response : undefined;
      return response?.version !== undefined && observed.wasReplaced(response.key, response.version, exchange.began);
    }),
  );
  if (lost.size === 0) return history;
  return { exchanges: history.exchanges.map((exchange) => (lost.has(exchange) ? unanswered(exchange) : exchange)) };
}
