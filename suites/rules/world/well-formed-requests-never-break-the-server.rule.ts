import { JSON_TYPE } from '../../../spec/surface/media-types.ts';
import { mayBeMistaken } from '../../checks/mistakes.ts';
import { acceptedBy } from '../../oracle/exchanges/media-type.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { exercise, operationsOf } from '../cases.ts';
import { callsOf, held, isServerError, type ResourceCalled, responseOf, statusOf, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { WALKED, walkFor } from './world-walks.ts';

const VERBS = ['create', 'get', 'list', 'replace', 'patch', 'patchStatus', 'delete', 'deleteCollection'] as const;

export const rule: Rule = {
  id: 'world/well-formed-requests-never-break-the-server',
  level: 'must',
  title: 'In any sequence of well-formed requests, none gets a server error.',
  cites: ['what-the-service-does.1', 'errors.1'],
  operations: operationsOf(VERBS, ({ namespaced }) => namespaced),
  needs: WALKED,
  cases: (operation) => walkFor(operation, 8).map((walk) => [...walk, ...exercise(operation, {}, '{{last}}')]),
  check,
  least: 1,
};

/** Judges requests without a client's mistake; `validation/bad-input-is-never-a-server-error` judges the others. */
function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, ...VERBS)) {
    // In this dialect a 500 may refuse a request that needs another state, which a recording may not show.
    const lenient = choices['errors.bad-input-status'] === 'may-be-500' && statusOf(exchange) === 500;
    if (!isWellFormed(exchange) || lenient || mayBeMistaken(observed, exchange)) continue;
    if (isServerError(exchange))
      yield violated(
        exchange,
        'a response that is not a server error',
        responseOf(exchange),
        `${exchange.call.verb} breaks the server`,
      );
    else if (exchange.response !== undefined) yield held(exchange, `${exchange.call.verb}: ${statusOf(exchange)}`);
  }
}

/**
 * Every request of this rule's own cases. The bodies and queries of other cases may be wrong on purpose, and those
 * of recorded clients by mistake; of these, only requests without both count.
 */
function isWellFormed(exchange: ResourceCalled): boolean {
  if (sentFor(exchange, rule.id)) return true;
  const { body, query } = exchange.request;
  if (query.size > 0 || (body !== undefined && body.text !== '')) return false;
  const accepted = acceptedBy(exchange);
  return accepted.length === 0 || accepted.some(({ type }) => type === JSON_TYPE || type === '*/*');
}
