import { mustBeGone, optionsOf } from '../../checks/delete/deletes.ts';
import { freshReadsOf } from '../../checks/fresh-reads.ts';
import { labelledObject } from '../../generators/concurrent-programs.ts';
import { parseLabelSelector, selectsLabels } from '../../oracle/objects/label-selector.ts';
import { type ObjectKey, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { fc, operationsOf, AT_ONCE, resourceOf, stepsOn } from '../cases.ts';
import { callsOf, held, type ResourceCalled, succeeded, violated } from '../judging.ts';
import type { Finding, History, JsonObject, Rule } from '../rule.ts';
import type { Write } from '../../oracle/state/writes.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';

/** Time for controllers to write to new objects, in milliseconds. */
const SETTLE_MS = 60;

/** Time for a late delete to show itself, in milliseconds. */
const LATER_MS = 30;

export const rule: Rule = {
  id: 'concurrency/collection-delete-beside-creates',
  level: 'must',
  title:
    'A collection delete during creates and patches removes every object that existed before it; a newer object that it spares stays as it was created.',
  cites: ['rules.4', 'what-the-service-does.1'],
  operations: operationsOf(['deleteCollection'], ({ namespaced }) => namespaced),
  needs: ['create', 'get', 'list'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const make = (name: string): ReturnType<typeof on.create> => on.create(labelledObject(on.maker, name, 'own'));
    return fc.integer({ min: 3, max: 6 }).map((count) => [
      ...Array.from({ length: 3 }, (_, n) => make(`{{old${n}}}`)),
      { do: 'pause', ms: SETTLE_MS },
      on.list(),
      {
        do: 'together',
        branches: [
          [on.removeAll({ body: AT_ONCE, query: { labelSelector: 'made=own,plumbline-case={{case}}' } })],
          [0, 1, 2].map((turn) => on.patch('{{old0}}', { metadata: { annotations: { turn: `${turn}` } } })),
          ...Array.from({ length: count }, (_, n) => [make(`{{new${n}}}`), on.get(`{{new${n}}}`)]),
        ],
      },
      on.list(),
      { do: 'pause', ms: LATER_MS },
      ...Array.from({ length: count }, (_, n) => on.get(`{{new${n}}}`)),
      on.list(),
    ]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'deleteCollection').filter(succeeded)) {
    const { resource, namespace } = exchange.call;
    const creates = observed
      .writesOverlapping(exchange)
      .filter(({ verb, resource: other }) => verb === 'create' && other.kind === resource.kind);
    if (exchange.request.query.get('fieldSelector') || creates.length === 0) continue;
    for (const key of observed.keysOf(resource.kind, namespace)) yield* judged(history, observed, exchange, key);
  }
}

function* judged(
  history: History,
  observed: ObservedState,
  exchange: ResourceCalled,
  key: ObjectKey,
): Iterable<Finding> {
  const before = observed.expectedAt(key, exchange.began);
  const writes = observed.writesTo(key).filter((write) => write.exchange !== exchange && write.outcome !== 'refused');
  const reads = freshReadsOf(history, observed, key);
  if (
    before !== undefined &&
    before.source !== 'write' &&
    writes.every((write) => write.settled < exchange.began || isNote(write)) &&
    isSelected(exchange, before.content) &&
    mustBeGone({ exchange, key, before, options: optionsOf(exchange) })
  ) {
    const left = reads.find((read) => read.exchange.began > exchange.ended && read.seen !== undefined);
    if (left === undefined) yield held(exchange, 'what was there before is gone');
    else
      yield violated(
        exchange,
        `${key.name}, which was there before, is gone`,
        `it is in ${left.where}`,
        'leaves what was there before',
      );
  }
  const [made, ...rest] = writes;
  if (
    made?.verb !== 'create' ||
    rest.length > 0 ||
    made.outcome !== 'acknowledged' ||
    made.settled < exchange.began ||
    made.began > exchange.ended
  )
    return;
  // After both have ended, absent objects stay absent and present objects stay.
  const after = reads.filter((read) => read.exchange.began > Math.max(exchange.ended, made.settled));
  const [first] = after;
  const other = after.find(({ seen }) => (seen === undefined) !== (first?.seen === undefined));
  if (first !== undefined && other !== undefined && !isTerminating(first.seen?.content))
    yield violated(
      exchange,
      `${key.name}, made meanwhile, is ${first.seen === undefined ? 'gone' : 'there'}, as ${first.where} says`,
      `it is ${other.seen === undefined ? 'gone' : 'there'} in ${other.where}`,
      'goes on after it was acknowledged',
    );
  else if (first !== undefined)
    yield held(exchange, first.seen === undefined ? 'one made meanwhile is gone' : 'one made meanwhile is left');
}

/** Whether a write changes nothing but annotations, so that the object stays selected and goes at once. */
function isNote({ verb, exchange }: Write): boolean {
  const patch = exchange.request.body?.value;
  return verb === 'patch' && /^\{"metadata":\{"annotations":\{[^{}]*\}\}\}$/.test(JSON.stringify(patch));
}

function isSelected({ request }: ResourceCalled, content: JsonObject): boolean {
  const requirements = parseLabelSelector(request.query.get('labelSelector') ?? '');
  return requirements !== undefined && selectsLabels(requirements, content);
}
