import { deletions, reasonToTerminate } from '../../checks/delete/deletes.ts';
import { freshReadsAfter, freshReadsOf, writesSince } from '../../checks/fresh-reads.ts';
import { type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';
import { inTurn, minimalObject, OWN_OBJECTS, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { heldObject, release } from '../held-object.ts';
import { callsOf, held, keyCalled, succeeded, violated } from '../judging.ts';
import type { Finding, History, Program, Rule, Template } from '../rule.ts';
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
    const { namespaced } = on.resource;
    return inTurn(...OPTIONS).map((body) => [
      on.create(minimalObject(on.maker, '{{a}}'), { as: 'made' }),
      // Gets are allowed, so a 403 to the next one says that the object is gone.
      on.get('{{a}}'),
      on.remove('{{a}}', { body }),
      on.get('{{a}}'),
      on.list({ query: OWN_OBJECTS }),
      ...(namespaced ? releasedBeside(on, body) : []),
    ]);
  },
  check,
};

/** A delete beside the patch that takes the last finalizer away: one of the two must remove the object. */
function releasedBeside(on: Steps, body: Template): Program {
  return [
    on.create(heldObject(on, '{{held}}')),
    on.get('{{held}}'),
    { do: 'together', branches: [[on.remove('{{held}}', { body })], [release(on, '{{held}}')]] },
    on.get('{{held}}'),
  ];
}

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  yield* judgeReleased(history, observed);
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

/** Judges what reads show once a delete and the parallel patches of an object have all succeeded. */
function* judgeReleased(history: History, observed: ObservedState): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'delete').filter(succeeded)) {
    const key = keyCalled(exchange);
    const writes = writesSince(observed, key, exchange);
    const beside = writes.filter(({ began }) => began < exchange.ended);
    if (beside.length === 0 || beside.some(({ verb, outcome }) => verb !== 'patch' || outcome !== 'acknowledged'))
      continue;
    const settled = Math.max(exchange.ended, ...beside.map((write) => write.settled));
    const read = freshReadsOf(history, observed, key).find(({ exchange: { began } }) => began > settled);
    if (read === undefined || writes.some((write) => !beside.includes(write) && write.began < read.exchange.ended))
      continue;
    if (read.seen === undefined || !isTerminating(read.seen.content)) continue;
    const reason = reasonToTerminate(read.seen.content);
    if (reason === undefined)
      yield violated(
        exchange,
        `${key.name} gone, for the patches beside the delete left nothing to wait for`,
        `it is in ${read.where}`,
        'still there after a patch beside the delete',
      );
    else yield held(exchange, `beside a patch: ${reason}`);
  }
}
