import { RESOURCES } from '../../../spec/surface/resources.ts';
import { freshReadsOf } from '../../checks/fresh-reads.ts';
import { labelledObject } from '../../generators/concurrent-programs.ts';
import { textAt } from '../../oracle/json.ts';
import { type ObjectKey, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { removes } from '../../oracle/state/writes.ts';
import { fc, operationsOf, resourceOf, stepsOn } from '../cases.ts';
import { received, callsOf, held, type ResourceCalled, statusOf, succeeded, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'concurrency/one-of-several-creates-wins',
  level: 'must',
  title:
    'If several clients create one name in parallel, through any group version, exactly one create succeeds, and its object is stored.',
  cites: ['what-the-service-does.namespaces', 'object-metadata.name.1', 'object-metadata.uid.1'],
  operations: operationsOf(['create']),
  needs: ['get', 'list'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const gvrs = RESOURCES.filter(({ kind }) => kind === on.resource.kind).map((gvr) => stepsOn(gvr));
    return fc.array(fc.constantFrom(...gvrs), { minLength: 1, maxLength: 6 }).map((others) => [
      {
        do: 'together',
        branches: [on, ...others].map((via, n) => [
          via.createHere(labelledObject(via.resource, '{{a}}', `c${n}`)),
          on.get('{{a}}'),
        ]),
      },
      on.get('{{a}}'),
      on.list(),
    ]);
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const calls = new Map(callsOf(history.exchanges, 'create').map((call) => [call.id, call]));
  for (const key of observed.keys) {
    const writes = observed.writesTo(key);
    const creates = writes.flatMap(({ exchange, verb }) => (verb === 'create' ? (calls.get(exchange.id) ?? []) : []));
    const others = writes.some(
      (write) =>
        write.outcome !== 'refused' &&
        (removes(write) || write.verb === 'replace' || (write.outcome === 'unknown' && write.verb !== 'create')),
    );
    if (creates.length > 1 && observed.soleWriter(key) && !others && overlap(creates))
      yield* judged(history, observed, key, creates);
  }
}

function overlap(creates: readonly ResourceCalled[]): boolean {
  return creates.some((one) => creates.some((other) => one.began < other.began && other.began < one.ended));
}

function* judged(
  history: History,
  observed: ObservedState,
  key: ObjectKey,
  creates: readonly ResourceCalled[],
): Iterable<Finding> {
  const [winner, second] = creates.filter(succeeded);
  if (winner === undefined) return;
  if (second !== undefined) {
    yield {
      ...violated(
        second,
        `one of ${creates.length} creates of ${key.name} makes it`,
        `${creates.filter(succeeded).length} were acknowledged`,
        'several creates win',
      ),
      involved: creates.filter(succeeded).map(({ id }) => id),
    };
    return;
  }
  const uid = textAt(received(winner), 'metadata', 'uid');
  const other = freshReadsOf(history, observed, key).find(
    ({ exchange, seen }) => exchange.began > winner.ended && seen?.uid !== uid,
  );
  if (other !== undefined)
    yield {
      ...violated(
        winner,
        `the object of the create that was acknowledged, uid ${uid}`,
        other.seen === undefined ? `nothing in ${other.where}` : `uid ${other.seen.uid} in ${other.where}`,
        'another object than the one acknowledged',
      ),
      involved: [...creates.map(({ id }) => id), other.exchange.id],
    };
  else
    for (const create of creates)
      yield held(create, statusOf(create) === statusOf(winner) ? `won against ${creates.length - 1}` : 'refused');
}
