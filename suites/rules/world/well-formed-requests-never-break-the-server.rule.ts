import { responseOf, callsOf, isServerError, statusOf } from '../../checks/responses.ts';
import type { CheckContext, Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import { mayBeMistaken } from '../../checks/mistakes.ts';
import type { History } from '../../oracle/history.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { exercise } from '../exercise.ts';
import { operationsOf } from '../operations-of.ts';
import type { Rule } from '../rule.ts';
import { WALKED, walkFor } from './world-walks.ts';

const VERBS = ['create', 'get', 'list', 'replace', 'patch', 'patchStatus', 'delete', 'deleteCollection'] as const;

export const rule: Rule = {
  id: 'world/well-formed-requests-never-break-the-server',
  level: 'must',
  title: 'In any sequence of well-formed requests, none gets a server error.',
  cites: ['what-the-service-does.1', 'errors.1'],
  operations: operationsOf(VERBS, ({ namespaced }) => namespaced),
  needs: WALKED,
  cases: (operation) => walkFor(operation, 8).map((walk) => [...walk, ...exercise(operation)]),
  check,
  least: 1,
};

/** Of requests with a JSON body, or none, that no client's mistake explains: `validation/bad-input-is-never-a-server-error` judges the others. */
function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, ...VERBS)) {
    const { body, headers } = exchange.request;
    const readable =
      body === undefined || body.text === '' || (body.value !== undefined && headers.get('content-type') !== undefined);
    // Where bad input may be answered 500, one that is must not be taken for a breakdown: what a recorded client sent may be bad.
    const lenient = choices['errors.bad-input-status'] === 'may-be-500' && statusOf(exchange) === 500;
    if (!readable || lenient || mayBeMistaken(observed, exchange)) continue;
    if (isServerError(exchange))
      yield violated(
        exchange,
        'an answer that is no server error',
        responseOf(exchange),
        `${exchange.call.verb} breaks the server`,
      );
    else if (exchange.response !== undefined) yield held(exchange, `${exchange.call.verb}: ${statusOf(exchange)}`);
  }
}
