import { constant } from 'fast-check';
import { callsOf, sent, statusOf, succeeded } from '../../checks/responses.ts';
import type { Finding } from '../../checks/finding.ts';
import { observed } from '../../checks/findings.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { textAt } from '../../oracle/json.ts';
import { keyOf, observedStateOf } from '../../oracle/observed-state.ts';
import { operationsOf } from '../operations-of.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { edited, makeAndRead } from '../write-and-read.ts';

export const rule: Rule = {
  id: 'replace/outcome-without-a-version',
  level: 'silent',
  title: 'Whether a PUT that names no version overwrites or is refused, and what a PUT of an absent object does.',
  cites: ['semantics.1.2'],
  operations: operationsOf(['replace'], ({ namespaced }) => namespaced),
  needs: ['create', 'get', 'delete'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const unlocked = on.replace(
      '{{a}}',
      edited('read', [{ remove: '/metadata/resourceVersion' }, { remove: '/metadata/uid' }]),
    );
    return constant([
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
    const key = keyOf(exchange.call.resource, exchange.call.namespace, exchange.call.name ?? '');
    if (observedState.surelyGone(key, exchange.began))
      yield observed(
        exchange,
        succeeded(exchange) ? `makes what is absent: ${statusOf(exchange)}` : `absent: ${statusOf(exchange)}`,
      );
    else if (observedState.expectedAt(key, exchange.began) !== undefined)
      yield observed(exchange, succeeded(exchange) ? 'overwrites' : `refused: ${statusOf(exchange)}`);
  }
}
