import { cached } from '../../../../shared/cached.ts';
import type { Exchange, History } from '../../../oracle/history.ts';
import { textAt } from '../../../oracle/json.ts';
import type { DialectChoices } from '../../../../spec/dialects/index.ts';
import { statusOf } from '../../../checks/responses.ts';
import { lostRestoringWrites, type LostWrite, lostWrites } from '../../../checks/write/restoring-writes.ts';
import type { Rule } from '../../../rules/rule.ts';

/** Status of a request that the server rejected for load, to be retried later. It proves nothing about the API. */
const TOO_MANY = 429;
/** Status of a server that is temporarily unavailable, if `Retry-After` says when to retry. */
const UNAVAILABLE = 503;

const KINDS = {
  all: new WeakMap<History, History>(),
  withoutLost: new WeakMap<History, History>(),
  withoutRestoring: new WeakMap<History, History>(),
};

/**
 * The part of a history that a rule is judged on. It drops requests that the server rejected temporarily. It drops
 * reads that returned another representation on the client's request, or a body too large to read.
 * These writes count as writes with an unknown outcome: writes rejected as unavailable, writes in
 * another representation, and writes with unread bodies. So does a write that restores an earlier state and returned
 * the version of that state, which another write had replaced: one rule judges it (`judgesRestoringWrites`), so one
 * cause fails one rule. In a dialect whose servers may lose such writes, every write that returned a replaced version
 * counts so, for every rule.
 *
 *     PUT a -> version 1, PUT b -> version 2, PUT a -> 200 with version 1: what is stored now is open
 */
export function admissible(
  history: History,
  choices: DialectChoices,
  { judgesRestoringWrites }: Pick<Rule, 'judgesRestoringWrites'> = {},
): History {
  const mayBeLost = choices['replace.quick-succession'] === 'may-be-lost';
  const kind = mayBeLost ? 'withoutLost' : judgesRestoringWrites === true ? 'all' : 'withoutRestoring';
  return cached(KINDS[kind], history, () => MAKERS[kind](history));
}

const MAKERS: Readonly<Record<keyof typeof KINDS, (history: History) => History>> = {
  all: takenUp,
  withoutLost: (history) => withUnknownOutcomes(takenUp(history), lostWrites),
  withoutRestoring: (history) => withUnknownOutcomes(takenUp(history), lostRestoringWrites),
};

function takenUp(history: History): History {
  const { exchanges } = history;
  if (!exchanges.some((exchange) => saysNothing(exchange))) return history;
  return {
    exchanges: exchanges.flatMap((exchange) =>
      saysNothing(exchange) ? (mayHaveBeenDone(exchange) ? [withUnknownOutcome(exchange)] : []) : [exchange],
    ),
  };
}

function saysNothing(exchange: Exchange): boolean {
  return isTurnedAway(exchange) || isInAnotherForm(exchange) || isUnread(exchange);
}

/** Whether one of its bodies was too large to read. */
function isUnread({ request, response }: Exchange): boolean {
  return request.body?.unread === true || response?.body?.unread === true;
}

/** `Accept: application/json;as=Table;...`: newer clients request printable rows or only metadata this way. */
const ASKS_FOR_A_FORM = /;\s*as=/i;
const FORMS: ReadonlySet<string | undefined> = new Set(['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList']);

/** Whether the client requested and got a representation that the document does not have. */
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

/** The exchange, as if its outcome were unknown. */
export function withUnknownOutcome(exchange: Exchange): Exchange {
  return { ...exchange, response: undefined, end: undefined, ended: Number.POSITIVE_INFINITY };
}

function withUnknownOutcomes(history: History, writesIn: (history: History) => readonly LostWrite[]): History {
  const lost = new Set<Exchange>(writesIn(history).map(({ exchange }) => exchange));
  if (lost.size === 0) return history;
  return {
    exchanges: history.exchanges.map((exchange) => (lost.has(exchange) ? withUnknownOutcome(exchange) : exchange)),
  };
}
