import { judgeDelivered } from '../../checks/watch/watch-demands.ts';
import { fc, OWN_OBJECTS } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { deeds, storySteps } from './story.ts';
import { WATCHED, fence, made, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/resumes-after-any-event',
  level: 'must',
  title: 'A watch from the version of an event of another watch continues after that event.',
  cites: ['events.4.2', 'parameters.list.resource-version.1'],
  operations: WATCHED,
  cases: (operation) =>
    fc
      .record({ story: deeds(operation, 1, 3), missed: deeds(operation, 1, 3), event: fc.constantFrom(0, 1) })
      .map(({ story, missed, event }) => [
        ...made(operation, ['a']),
        watchBy(operation, 'first', OWN_OBJECTS),
        ...storySteps(
          operation,
          [{ name: 'a', what: 'patch', status: {} }, ...story.filter(({ what }) => what !== 'remove')],
          ['a'],
        ),
        { do: 'await', watch: 'first', until: { events: 2 } },
        { do: 'close', watch: 'first' },
        ...storySteps(operation, missed, ['a']),
        watchBy(operation, 'seen', {
          resourceVersion: { $from: 'first', at: `/${event}/object/metadata/resourceVersion` },
        }),
        ...fence(operation, 'seen'),
      ]),
  check: (history: History): Iterable<Finding> => judgeDelivered(history, ({ start }) => start.from === 'event'),
  least: 1,
};
