import { judgeDeletedEvents } from '../../checks/watch/deleted-events.ts';
import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import type { Watch } from '../../checks/watch/watches.ts';
import { fc, versionOf } from '../cases.ts';
import type { Finding, Rule } from '../rule.ts';
import { DEPARTINGS, NAMESPACED, comesAndGoes, fence, listFirst, made, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/tells-removals',
  level: 'must',
  title:
    'A watch delivers the deletion of an object, names the object, and uses a type that neither appearances nor changes have.',
  cites: ['events.1.2', 'events.2.3', 'rules.5.2'],
  operations: NAMESPACED,
  needs: ['create', 'delete'],
  cases: (operation) =>
    fc
      .record({
        ways: fc.shuffledSubarray([...DEPARTINGS], { minLength: 3 }),
        start: fc.constantFrom('now', 'list', 'before'),
      })
      .map(({ ways, start }) => {
        const open = watchBy(operation, 'seen', start === 'now' ? {} : { resourceVersion: versionOf('list') });
        const goings = ways.flatMap((how) => comesAndGoes(operation, how));
        return [
          ...made(operation, ['a', 'ab']),
          listFirst(operation),
          ...(start === 'before' ? [...goings, open] : [open, ...goings]),
          ...fence(operation, 'seen'),
        ];
      }),
  check: (history) => perWatch(history, judge),
  least: 1,
};

function* judge(watch: Watch, context: WatchContext): Iterable<Finding> {
  if (!watch.selects) yield* judgeDeletedEvents(watch, context);
}
