import { textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn, edited, makeAndRead } from '../cases.ts';
import { callsOf, sent, statusOf, succeeded, observed, keyCalled } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'replace/outcome-without-a-version',
  level: 'silent',
  title:
    'This rule reports whether a PUT that names no version overwrites or is refused, and how the server treats a PUT of an absent object.',
  cites: ['semantics.1.2'],
  operations: operationsOf(['replace'], ({ namespaced }) => namespaced),
  needs: ['create', 'get', 'delete'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const unlocked = on.replace(
      '{{a}}',
      edited('read', [{ remove: '/metadata/resourceVersion' }, { remove: '/metadata/uid' }]),
    );
    return fc.constant([
      ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
      unlocked,
      on.remove('{{a}}'),
      on.get('{{a}}'),
      unlocked,
      on.remove('{{a}}'),
    ]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observedState = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'replace')) {
    if (textAt(sent(exchange), 'metadata', 'resourceVersion') !== undefined) continue;
    const key = keyCalled(exchange);
    if (observedState.surelyGone(key, exchange.began))
      yield observed(
        exchange,
        succeeded(exchange) ? `makes what is absent: ${statusOf(exchange)}` : `absent: ${statusOf(exchange)}`,
      );
    else if (observedState.expectedAt(key, exchange.began) !== undefined)
      yield observed(exchange, succeeded(exchange) ? 'overwrites' : `refused: ${statusOf(exchange)}`);
  }
}
