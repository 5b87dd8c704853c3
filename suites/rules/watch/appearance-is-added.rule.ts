import { judgeTypes } from '../../checks/watch/event-types.ts';
import { perWatch } from '../../checks/watch/per-watch.ts';
import { awaitEvents, awaitVersion, fc, minimalObject, resourceOf, stepsOn, versionOf } from '../cases.ts';
import type { Operation, Program, Rule } from '../rule.ts';
import { BEFORE, deeds, watchedStory } from './story.ts';
import { isShared, WATCHED, fence, listFirst, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/appearance-is-added',
  level: 'must',
  title:
    'A watch delivers ADDED for an object that appears, and another type for a change of an object that it has shown.',
  cites: ['events.2.1'],
  operations: WATCHED,
  cases: (operation) =>
    fc
      .record({ there: BEFORE, story: deeds(operation, 3, 5) })
      .map((case_) => [...watchedStory(operation, case_), ...earlierChange(operation), ...namesake(operation)]),
  check: (history) => perWatch(history, (watch, { observed }) => judgeTypes(watch, observed)),
  least: 1,
};

/** A watch from the version of a list, opened after an object of the list has changed. */
function earlierChange(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  return [
    listFirst(operation),
    on.patch('{{a}}', { metadata: { annotations: { before: 'the watch' } } }),
    watchBy(operation, 'late', { resourceVersion: versionOf('list') }),
    ...fence(operation, 'late'),
  ];
}

/** A watch of all namespaces that selects one name, and a new object of that name in another namespace. */
function namesake(operation: Operation): Program {
  const beside = stepsOn(resourceOf(operation), 'ns11');
  if (!isShared(operation) || !beside.resource.namespaced) return [];
  return [
    watchBy(operation, 'named', { fieldSelector: 'metadata.name={{a}}' }),
    awaitEvents('named', 1),
    beside.create(minimalObject(beside.maker, '{{a}}'), { as: 'elsewhere' }),
    awaitVersion('named', 'elsewhere'),
  ];
}
