import type { Exchange, History } from '../oracle/history.ts';
import { worldOf } from '../oracle/world.ts';
import type { Answers } from '../../spec/dialects/index.ts';
import { callsOf, statusOf, succeeded } from './answers.ts';

/** Status of a request that the server did not take up, to be sent again later: it tells nothing of the API. */
const TOO_MANY = 429;

const LENIENT = new WeakMap<History, History>();
const PLAIN = new WeakMap<History, History>();

/**
 * What of a history rules are held against: all but the requests that the server turned away as too many. Where the dialect has
 * servers that may lose a write which restores an earlier state, one that was answered with a version that another write had replaced
 * before counts as unanswered: nothing is known of what it did.
 *
 *     PUT a -> version 1, PUT b -> version 2, PUT a -> 200 with version 1: what is stored now is open
 */
export function admissible(history: History, answers: Answers): History {
  const mayBeLost = answers['replace.quick-succession'] === 'may-be-lost';
  const made = mayBeLost ? LENIENT : PLAIN;
  const known = made.get(history) ?? (mayBeLost ? withoutLostWrites(takenUp(history)) : takenUp(history));
  made.set(history, known);
  return known;
}

function takenUp(history: History): History {
  const exchanges = history.exchanges.filter((exchange) => statusOf(exchange) !== TOO_MANY);
  return exchanges.length === history.exchanges.length ? history : { exchanges };
}

function withoutLostWrites(history: History): History {
  const world = worldOf(history);
  const lost = new Set<Exchange>(
    callsOf(history.exchanges, 'replace', 'patch', 'replaceStatus', 'patchStatus').filter((exchange) => {
      const answer = succeeded(exchange) ? world.writeOf(exchange)?.answer : undefined;
      return answer?.version !== undefined && world.wasReplaced(answer.key, answer.version, exchange.began);
    }),
  );
  if (lost.size === 0) return history;
  return { exchanges: history.exchanges.map((exchange) => (lost.has(exchange) ? { ...exchange, response: undefined, end: undefined, ended: Number.POSITIVE_INFINITY } : exchange)) };
}
