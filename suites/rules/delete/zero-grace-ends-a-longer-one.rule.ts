import { optionsOf, queryCounts, reasonToTerminate } from '../../checks/delete/deletes.ts';
import { finalizersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import { freshReadsAfter } from '../../checks/fresh-reads.ts';
import { keyOf, observedStateOf } from '../../oracle/observed-state.ts';
import { DELETION_OF_KIND } from '../../oracle/state/writes.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn, OWN_OBJECTS } from '../cases.ts';
import { callsOf, succeeded, held, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'delete/zero-grace-ends-a-longer-one',
  level: 'must',
  title: 'An object that waits for its grace period is gone once it is deleted again with a grace period of zero.',
  cites: ['parameters.delete.grace-period-seconds.2', 'semantics.6.1', 'pod-spec.termination-grace-period-seconds.4'],
  operations: operationsOf(['delete'], ({ kind }) => DELETION_OF_KIND[kind] === 'after-grace'),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    // Only objects that run on a node have a grace period.
    const body = { $edit: minimalObject(on.maker, '{{a}}'), with: [{ set: '/spec/nodeName', to: 'plumbline-none' }] };
    const zero = fc.constantFrom({ body: { gracePeriodSeconds: 0 } }, { body: {}, query: { gracePeriodSeconds: '0' } });
    return fc
      .tuple(fc.constantFrom({}, { gracePeriodSeconds: 30 }, { gracePeriodSeconds: 600 }), zero)
      .map(([first, again]) => [
        on.create(body),
        on.remove('{{a}}', { body: first }),
        on.get('{{a}}'),
        on.remove('{{a}}', again),
        on.get('{{a}}'),
        on.list({ query: OWN_OBJECTS }),
        on.list(),
      ]);
  },
  check,
};

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'delete')) {
    const key = keyOf(exchange.call.resource, exchange.call.namespace, exchange.call.name ?? '');
    const before = observed.lastObservation(key, exchange.began, true);
    const { grace, policy, orphan, given } = optionsOf(exchange);
    const asksForNone =
      grace === 0 &&
      orphan === undefined &&
      (policy === undefined || policy === 'Background') &&
      queryCounts(exchange, choices);
    if (
      !succeeded(exchange) ||
      !asksForNone ||
      before === undefined ||
      reasonToTerminate(before.content) !== 'grace period' ||
      !observed.soleWriter(key)
    )
      continue;
    for (const { seen, where } of freshReadsAfter(history, observed, key, exchange)) {
      if (seen === undefined || seen.uid !== before.uid) yield held(exchange, given);
      else if (finalizersOf(seen.content).length === 0)
        yield violated(
          exchange,
          `${key.name} is gone`,
          `it is in ${where}`,
          'a grace period of zero does not end a longer one',
        );
    }
  }
}
