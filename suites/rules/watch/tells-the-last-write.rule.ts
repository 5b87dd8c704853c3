import { RESOURCES } from '../../../spec/surface/resources.ts';
import { judgeLatest, REFUSALS } from '../../checks/watch/latest-version.ts';
import { perWatch } from '../../checks/watch/per-watch.ts';
import { judgeDeletedEvents } from '../../checks/watch/deleted-events.ts';
import { judgeChanges } from '../../checks/watch/watch-demands.ts';
import { awaitEvents, awaitVersion, fc, inTurn, operationsOf, resourceOf, stepsOn, versionOf } from '../cases.ts';
import { watchesAsked } from '../judging.ts';
import type { Arbitrary, Finding, History, Operation, Program, Resource, Rule } from '../rule.ts';
import { listFirst, made, watchBy } from './watch-steps.ts';

/** Watches of one version: the events of the first are awaited, because each vain wait takes long. */
const WATCHES: readonly string[] = Array.from({ length: REFUSALS }, (_, index) => `seen${index}`);

export const rule: Rule = {
  id: 'watch/tells-the-last-write',
  level: 'must',
  title: 'A watch from the latest version delivers the next change or deletion although nothing is written after it.',
  cites: ['semantics.8', 'events.4.2', 'parameters.list.resource-version.1'],
  operations: operationsOf(['list'], isFirstOfItsGroup),
  needs: ['create', 'list', 'patch'],
  cases: (operation) =>
    lastWrites(operation).map((last) => [
      ...made(operation, ['a']),
      listFirst(operation),
      ...WATCHES.map((watch) => watchBy(operation, watch, { resourceVersion: versionOf('list') })),
      stepsOn(resourceOf(operation)).list(),
      ...last,
    ]),
  check,
  least: 1,
  alone: true,
};

/** A vain wait holds up the whole run, so one kind of each group stands for all. */
function isFirstOfItsGroup(resource: Resource): boolean {
  return resource === RESOURCES.find(({ group }) => group === resource.group);
}

/** A change or a deletion, and the wait for its event. A namespace is not deleted, because that may take a while. */
function lastWrites(operation: Operation): Arbitrary<Program> {
  const on = stepsOn(resourceOf(operation));
  const change = { metadata: { annotations: { turn: '1' } } };
  const changed: Program = [on.patch('{{a}}', change, { as: 'changed' }), awaitVersion('seen0', 'changed')];
  const deleted: Program = [on.remove('{{a}}'), on.get('{{a}}'), awaitEvents('seen0', 1)];
  return on.resource.namespaced ? inTurn(changed, deleted) : fc.constant(changed);
}

function* check(history: History): Iterable<Finding> {
  yield* judgeLatest(history, watchesAsked(history));
  yield* perWatch(history, function* (watch, context) {
    yield* judgeChanges(watch, context.observed);
    if (!watch.selects) yield* judgeDeletedEvents(watch, context);
  });
}
