import { perWatch } from '../../checks/watch/per-watch.ts';
import { judgeRest } from '../../checks/watch/rests.ts';
import { fc, resourceOf, stepsOn, OWN_OBJECTS, awaitVersion, versionOf } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { deeds, storySteps } from './story.ts';
import { WATCHED, fence, isShared, lastChange, listFirst, made, watchBy } from './watch-steps.ts';

/** The indices of events from which further watches start: more than a story has. */
const EVENTS = [0, 1, 2, 3, 4, 5];

export const rule: Rule = {
  id: 'watch/goes-on-the-same-from-each-event',
  level: 'must',
  title: 'A watch from the version of any event of another watch delivers the same later events.',
  cites: ['events.4.2', 'parameters.list.resource-version.1', 'semantics.8'],
  operations: WATCHED,
  needs: ['create', 'list', 'patch'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    // If other cases write to the same collection, the watches select this case's objects: otherwise the first events
    // would be of others.
    const query = isShared(operation) ? OWN_OBJECTS : {};
    return fc.record({ story: deeds(operation, 3, 5), listed: fc.boolean() }).map(({ story, listed }) => [
      ...made(operation, ['a', 'ab']),
      listFirst(operation),
      watchBy(operation, 'first', { ...query, ...(listed ? { resourceVersion: versionOf('list') } : {}) }),
      ...storySteps(operation, story, ['a', 'ab']),
      ...fence(operation, 'first'),
      ...EVENTS.map((event) =>
        watchBy(operation, `from${event}`, {
          ...query,
          resourceVersion: { $from: 'first', at: `/${event}/object/metadata/resourceVersion` },
        }),
      ),
      lastChange(on, 'end', { as: 'end' }),
      ...['first', ...EVENTS.map((event) => `from${event}`)].map((watch) => awaitVersion(watch, 'end')),
    ]);
  },
  check: (history) => perWatch(history, judgeRest),
  least: 1,
};
