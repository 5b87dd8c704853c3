import { otherWrites } from '../../checks/other-writes.ts';
import { groupBy } from '../../../shared/group-by.ts';
import { finalizersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import { type FinalDelete, finalDeletes } from '../../checks/delete/parallel-deletes.ts';
import { type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { DELETION_OF_KIND } from '../../oracle/state/writes.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn, awaitEvents } from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import { responseOf, callsOf, statusOf, succeeded, held, observed, violated, keyCalled } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';

/** Time for controllers to write to a new object, in milliseconds. */
const SETTLE_MS = 60;

export const rule: Rule = {
  id: 'delete/only-one-of-several-removes',
  level: 'should',
  title:
    'Of parallel deletes of one object, through any group version, one removes it and the others find nothing to delete.',
  cites: ['semantics.6.1', 'rules.3'],
  // An object with a grace period may be deleted again until it is gone.
  operations: operationsOf(
    ['delete'],
    ({ kind, namespaced }) => namespaced && DELETION_OF_KIND[kind] !== 'after-grace',
  ),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const other = stepsOn(otherGroupVersion(on.resource));
    return fc.integer({ min: 2, max: 6 }).map((count) => [
      on.create(minimalObject(on.maker, '{{a}}')),
      // Controllers that add a finalizer to new objects get a moment to do so, and the read shows it.
      { do: 'pause', ms: SETTLE_MS },
      on.get('{{a}}'),
      on.watch('seen', '{{a}}'),
      {
        do: 'together',
        branches: Array.from({ length: count }, (_, n) => [(n % 2 === 0 ? on : other).remove('{{a}}')]),
      },
      on.get('{{a}}'),
      on.list(),
      awaitEvents('seen', 2),
    ]);
  },
  check,
};

function* check(history: History): Iterable<Finding> {
  const observedState = observedStateOf(history);
  const deletes = finalDeletes(history).filter(
    (each) => DELETION_OF_KIND[each.key.kind] !== 'after-grace' && !wasTerminating(observedState, each),
  );
  for (const racers of groupBy(deletes, ({ key, before }) => JSON.stringify([key.id, before.uid])).values())
    if (racers.some(({ meanwhile }) => meanwhile.length > 0)) yield* judgeRace(racers);
  yield* deletesOfTerminating(history, observedState);
}

/**
 * Parallel deletes of objects that a controller's finalizer holds back: each may find the object, so nothing is
 * asserted.
 */
function* deletesOfTerminating(history: History, observedState: ObservedState): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'delete')) {
    const key = keyCalled(exchange);
    const isRace = otherWrites(observedState, key, exchange).some(({ verb }) => verb === 'delete');
    const isHeld = observedState
      .observationsOf(key)
      .some(
        ({ source, content }) =>
          source !== 'deleted-event' && isTerminating(content) && finalizersOf(content).length > 0,
      );
    if (isRace && isHeld && succeeded(exchange))
      yield observed(exchange, 'a finalizer holds the object back, so that any of several deletes may find it');
  }
}

/**
 * Whether the object was seen as terminating. A server that first sets the timestamp and then removes may accept a delete until
 * the object is gone.
 */
function wasTerminating(observedState: ObservedState, { key, before }: FinalDelete): boolean {
  return observedState
    .observationsOf(key)
    .some(({ uid, source, content }) => uid === before.uid && source !== 'deleted-event' && isTerminating(content));
}

function* judgeRace(racers: readonly FinalDelete[]): Iterable<Finding> {
  const [first, second] = racers.filter(({ exchange }) => succeeded(exchange));
  const [any] = racers;
  if (second !== undefined)
    yield violated(
      second.exchange,
      `one of ${racers.length} deletes of ${second.key.name} finds it`,
      `another one, ${responseOf(second.exchange)}`,
      'one object is removed twice',
    );
  else if (first !== undefined) yield held(first.exchange, `one of ${racers.length}`);
  else if (
    any !== undefined &&
    racers.every(
      ({ exchange, removers }) =>
        statusOf(exchange) === 404 &&
        removers.every((write) => racers.some((racer) => racer.exchange === write.exchange)),
    )
  )
    yield violated(
      any.exchange,
      `one of ${racers.length} deletes of ${any.key.name} finds it`,
      'none does',
      'nobody removes the object',
    );
}
