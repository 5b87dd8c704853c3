import { deletions, reasonToTerminate } from '../../checks/delete/deletes.ts';
import { freshReadsAfter } from '../../checks/fresh-reads.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { inTurn, minimalObject, resourceOf, stepsOn, OWN_OBJECTS } from '../cases.ts';
import { succeeded, held, violated } from '../judging.ts';
import type { Finding, History, Rule, Template } from '../rule.ts';
import { DELETES } from './delete-cases.ts';

const OPTIONS: readonly Template[] = [
  {},
  { gracePeriodSeconds: 30 },
  { gracePeriodSeconds: 0 },
  { propagationPolicy: 'Foreground' },
  { propagationPolicy: 'Orphan' },
  { orphanDependents: true },
];

export const rule: Rule = {
  id: 'delete/lingering-object-shows-why',
  level: 'must',
  title:
    'After an acknowledged delete the object is gone, or has a deletion timestamp and shows the finalizer, grace period or contents that it waits for.',
  cites: [
    'semantics.6.1',
    'semantics.6.2',
    'parameters.delete.orphan-dependents.1',
    'parameters.delete.propagation-policy.3',
  ],
  operations: DELETES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn(...OPTIONS).map((body) => [
      on.create(minimalObject(on.maker, '{{a}}'), { as: 'made' }),
      // Gets are allowed, so a 403 to the next one says that the object is gone.
      on.get('{{a}}'),
      on.remove('{{a}}', { body }),
      on.get('{{a}}'),
      on.list({ query: OWN_OBJECTS }),
    ]);
  },
  check,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const { exchange, key, before, options } of deletions(history)) {
    if (!succeeded(exchange)) continue;
    for (const { seen, where } of freshReadsAfter(history, observed, key, exchange)) {
      const reason = seen === undefined || seen.uid !== before.uid ? 'gone' : reasonToTerminate(seen.content);
      if (reason === undefined)
        yield violated(
          exchange,
          `${key.name} gone, or being deleted for a reason that it shows`,
          `it is in ${where}`,
          `still there without a reason: ${options.given}`,
        );
      else yield held(exchange, reason);
    }
  }
}
