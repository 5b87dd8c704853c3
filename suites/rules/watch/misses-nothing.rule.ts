import { resourceById } from '../../../spec/surface/resources.ts';
import { judgeDelivered } from '../../checks/watch/watch-demands.ts';
import type { Edit } from '../../program/program.ts';
import { awaitEvents, awaitVersion, edited, fc, eachInTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { dotted } from '../dotted-names.ts';
import { many } from '../many.ts';
import { makeNamespace, removeNamespace, stepsInNew } from '../new-namespace.ts';
import type { Finding, History, Operation, Program, Rule } from '../rule.ts';
import { canWatchNewNamespace, newNamespaceWatches } from './new-namespace-watches.ts';
import { everyDeed, watchedStory } from './story.ts';
import { BULKY, WATCHED, fence, made, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/misses-nothing',
  level: 'must',
  title:
    'A watch delivers every create and change that was acknowledged while it was open, whichever verb, path or group version made it.',
  cites: ['semantics.8', 'events.1.2', 'parameters.list.watch.1'],
  operations: WATCHED,
  cases: (operation) => {
    const inNew = newNamespaceWatches(operation, ['new'], 'early');
    const stories = everyDeed(operation).map((case_) => [
      ...inNew.open,
      ...inNew.firstCreate,
      // A server may send the changes of an object that has a watch of its own there alone.
      ...(operation.verb === 'watch' ? [] : [stepsOn(resourceOf(operation)).watch('own', '{{a}}')]),
      ...watchedStory(operation, case_),
      ...(operation.verb === 'watch' ? changeOfDotted(operation) : secondLife(operation)),
      ...(operation.resource === 'events' ? countedAgain(operation) : []),
    ]);
    return BULKY.includes(operation) ? eachInTurn(stories, fc.constant(longStory(operation))) : stories;
  },
  check: (history: History): Iterable<Finding> => judgeDelivered(history, ({ start }) => start.from === 'existing'),
  least: 2,
};

/** A change of an object whose name has dots, with a watch of that object open. */
function changeOfDotted(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  const name = dotted(on.resource, '{{b}}');
  return [
    on.create(minimalObject(on.maker, name)),
    on.watch('dotted', name),
    awaitEvents('dotted', 1),
    on.patch(name, { metadata: { annotations: { turn: '1' } } }, { as: 'turned' }),
    awaitVersion('dotted', 'turned'),
  ];
}

/**
 * The new namespace goes, and comes again with another object, while a watch of it is open. A server whose namespaces
 * take their time to end refuses both creates, which ends the story there.
 */
function secondLife(operation: Operation): Program {
  const resource = resourceOf(operation);
  if (!canWatchNewNamespace(operation)) return [];
  const on = stepsInNew(resource);
  return [
    removeNamespace(),
    makeNamespace(),
    on.create(minimalObject(on.maker, '{{second}}'), { as: 'second-made' }),
    awaitVersion('new', 'second-made'),
  ];
}

const AGAIN: readonly Edit[] = [
  { set: '/count', to: 7 },
  { set: '/lastTimestamp', to: '2017-01-03T00:00:00Z' },
];

/** A write of an Event that only says that it happened again. */
function countedAgain(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  return [
    on.get('{{a}}', { as: 'happened' }),
    on.replace('{{a}}', edited('happened', AGAIN), { as: 'counted' }),
    awaitVersion('seen', 'counted'),
  ];
}

/** More than fits into the line buffer of a careless reader. */
const LONG = 'x'.repeat(70_000);

/** An object becomes long while a watch is open, and short again after many writes of another kind. */
function longStory(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  const patch = (long: string | null): Program[number] => on.patch('{{a}}', { metadata: { annotations: { long } } });
  return [
    ...made(operation, ['a']),
    watchBy(operation, 'seen'),
    patch(LONG),
    // Versions beyond counting belong to another kind.
    many(stepsOn(resourceById('secrets'))),
    patch(null),
    ...fence(operation, 'seen'),
  ];
}
