import { judgeNoTrace } from '../../checks/no-trace.ts';
import { keptNonce, leakOfNonce, nonceOf } from '../../checks/write/kept-nonces.ts';
import { type ObjectKey, observedStateOf } from '../../oracle/observed-state.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { fc, operationsOf } from '../cases.ts';
import { callsOf, isServerError, refused, type ResourceCalled, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { refusedWrites } from './refused-writes.ts';

export const rule: Rule = {
  id: 'world/refused-write-leaves-no-trace',
  level: 'must',
  impact: 'data',
  negative: true,
  sweep: true,
  title:
    'A refused write changes nothing, whatever its content and form: no get, list, watch or version shows a trace of it.',
  cites: ['semantics.1.2', 'errors.2', 'what-the-service-does.1'],
  operations: operationsOf(['create', 'replace', 'patch', 'delete', 'replaceStatus', 'patchStatus']),
  needs: ['create', 'get', 'list', 'patch'],
  cases: (operation) => fc.constant(refusedWrites(operation)),
  check,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(
    history.exchanges,
    'create',
    'replace',
    'patch',
    'replaceStatus',
    'patchStatus',
    'delete',
  )) {
    const key = observed.writeOf(exchange)?.key;
    if (key !== undefined && isRefused(exchange)) yield* judge(history, exchange, key);
  }
}

/**
 * Refused by a 4xx. The writes of this rule's own cases are all illegal, so a 500 counts as a refusal too: the
 * document leaves the codes open.
 */
function isRefused(exchange: ResourceCalled): boolean {
  return refused(exchange) || (isServerError(exchange) && sentFor(exchange, rule.id));
}

function judge(history: History, exchange: ResourceCalled, key: ObjectKey): readonly Finding[] {
  const { verb } = exchange.call;
  const what = `a ${verb} of ${key.name}`;
  const findings = [
    ...judgeNoTrace(history, { exchange, key, what, shape: `${verb}: ${exchange.response?.status ?? 0}` }),
  ];
  if (findings.some(({ outcome }) => outcome === 'violated')) return findings;
  const nonce = nonceOf(exchange);
  if (nonce === undefined) return findings;
  const kept = keptNonce(history, key, exchange, nonce);
  if (kept !== undefined) {
    const [expected, actual] = [`after ${what} was refused: ${kept} without what it said`, `${kept} as it said`];
    return [violated(exchange, expected, actual, `/metadata/${kept} changed after a refusal: ${verb}`)];
  }
  const leak = leakOfNonce(history, exchange, nonce);
  if (leak === undefined) return findings;
  const [expected, actual] = [
    `after ${what} was refused: no later response with what it said`,
    `its text in the response of a ${leak.call?.verb}`,
  ];
  return [
    { ...violated(exchange, expected, actual, `a later response has what was refused: ${verb}`), involved: [leak.id] },
  ];
}
