import { otherWrites } from '../../checks/other-writes.ts';
import { optionsOf, queryCounts, reasonToTerminate } from '../../checks/delete/deletes.ts';
import { textAt } from '../../oracle/json.ts';
import { parseLabelSelector, selectsLabels } from '../../oracle/objects/label-selector.ts';
import { finalizersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import { freshReadsAfter, stateBefore } from '../../checks/fresh-reads.ts';
import { type ObjectKey, type Observation, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { DELETION_OF_KIND } from '../../oracle/state/writes.ts';
import { inTurn, AT_ONCE, fc, minimalObject, operationsOf, resourceOf, stepsOn, OWN_OBJECTS } from '../cases.ts';
import { callsOf, type ResourceCalled, succeeded, held, violated, keyCalled } from '../judging.ts';
import type { CheckContext, Finding, History, Rule, Step } from '../rule.ts';
import { ON_A_HOST } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/zero-grace-ends-a-longer-one',
  level: 'must',
  title:
    'An object that waits for its grace period is gone once it is deleted again with a grace period of zero. A collection delete does the same, if it heeds that period.',
  cites: ['parameters.delete.grace-period-seconds.2', 'semantics.6.1', 'pod-spec.termination-grace-period-seconds.4'],
  operations: operationsOf(['delete', 'deleteCollection'], ({ kind }) => DELETION_OF_KIND[kind] === 'after-grace'),
  needs: ['create', 'get', 'delete'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const running = (name: string): Step => on.create({ $edit: minimalObject(on.maker, name), with: [ON_A_HOST] });
    // The document gives a collection delete no body: one that runs shows whether the grace period counts.
    const beside = operation.verb === 'delete' ? [] : ['{{b}}'];
    const zero =
      operation.verb === 'delete'
        ? inTurn(
            { body: AT_ONCE },
            { body: {}, query: { gracePeriodSeconds: '0', propagationPolicy: 'Background' } },
          ).map((extra) => on.remove('{{a}}', extra))
        : fc.constant(on.removeAll({ body: AT_ONCE, query: OWN_OBJECTS }));
    return fc.tuple(inTurn({}, { gracePeriodSeconds: 30 }, { gracePeriodSeconds: 600 }), zero).map(([first, again]) => [
      running('{{a}}'),
      ...beside.flatMap((name) => [running(name), on.get(name)]),
      // By default a server may orphan the dependants first, which takes its time.
      on.remove('{{a}}', { body: { ...first, propagationPolicy: 'Background' } }),
      on.get('{{a}}'),
      again,
      ...['{{a}}', ...beside].map((name) => on.get(name)),
      on.list({ query: OWN_OBJECTS }),
      on.list(),
    ]);
  },
  check,
};

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const { exchange, key, before } of deletionsOf(history)) {
    const { grace, policy, orphan, given } = optionsOf(exchange);
    const asksForNone =
      grace === 0 &&
      orphan === undefined &&
      (policy === undefined || policy === 'Background') &&
      queryCounts(exchange, choices);
    if (
      !succeeded(exchange) ||
      !asksForNone ||
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

interface Deletion {
  readonly exchange: ResourceCalled;
  readonly key: ObjectKey;
  readonly before: Observation;
}

/** The object that each delete names, and those that each collection delete selects by labels, as they were before. */
function* deletionsOf(history: History): Iterable<Deletion> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'delete', 'deleteCollection')) {
    const { resource, namespace, name } = exchange.call;
    if (name === undefined && !endsOthersAtOnce(history, exchange)) continue;
    const keys = name === undefined ? observed.keysOf(resource.kind, namespace) : [keyCalled(exchange)];
    for (const key of keys) {
      const before = observed.lastObservation(key, exchange.began, true);
      if (before !== undefined && (name !== undefined || isSelected(observed, before, exchange)))
        yield { exchange, key, before };
    }
  }
}

/** Whether a collection delete removed an object at once that ran and would else wait for its grace period. */
function endsOthersAtOnce(history: History, exchange: ResourceCalled): boolean {
  const observed = observedStateOf(history);
  const { resource, namespace } = exchange.call;
  return observed.keysOf(resource.kind, namespace).some((key) => {
    const before = stateBefore(observed, key, exchange);
    const [read] = before === undefined ? [] : freshReadsAfter(history, observed, key, exchange);
    return read !== undefined && read.seen === undefined && (textAt(before?.content, 'spec', 'nodeName') ?? '') !== '';
  });
}

/** Whether a collection delete selects an object by labels that no other write can have changed since. */
function isSelected(observed: ObservedState, before: Observation, exchange: ResourceCalled): boolean {
  const { query } = exchange.request;
  const labels = parseLabelSelector(query.get('labelSelector') ?? '');
  return (
    !query.get('fieldSelector') &&
    !query.get('resourceVersion') &&
    labels !== undefined &&
    selectsLabels(labels, before.content) &&
    otherWrites(observed, before.key, exchange, before.ended).length === 0
  );
}
