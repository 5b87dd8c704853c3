import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import { judgeRepeats } from '../../checks/watch/repeats.ts';
import { judgeChanges } from '../../checks/watch/watch-demands.ts';
import type { Watch } from '../../checks/watch/watches.ts';
import { fc, versionOf } from '../cases.ts';
import type { Finding, Rule } from '../rule.ts';
import { WATCHED, fence, listFirst, made, watchBy } from './watch-steps.ts';
import { writers } from './writers.ts';

export const rule: Rule = {
  id: 'watch/loses-nothing-while-it-opens',
  level: 'must',
  title:
    'A watch from the version of a list delivers every change since that list once, even changes made while the watch opens.',
  cites: ['events.4.2', 'parameters.list.resource-version.1', 'semantics.8'],
  operations: WATCHED,
  needs: ['create', 'list', 'patch'],
  cases: (operation) =>
    fc.integer({ min: 2, max: 4 }).map((times) => [
      ...made(operation, ['a', 'ab']),
      listFirst(operation),
      {
        do: 'together',
        branches: [
          ...writers(operation, times),
          [watchBy(operation, 'one', FROM_LIST), watchBy(operation, 'two', FROM_LIST)],
        ],
      },
      watchBy(operation, 'three', FROM_LIST),
      ...fence(operation, 'one', 'two', 'three'),
    ]),
  check: (history) => perWatch(history, judge),
  least: 1,
};

const FROM_LIST = { resourceVersion: versionOf('list') };

function* judge(watch: Watch, context: WatchContext): Iterable<Finding> {
  if (watch.start.from !== 'list') return;
  const { after } = watch.start;
  const opened = watch.exchange.response?.n ?? watch.exchange.began;
  const between = context.observed.writes.some(
    ({ began, key, outcome }) =>
      key?.kind === watch.exchange.call.resource.kind && outcome === 'acknowledged' && began > after && began < opened,
  );
  if (!between) return;
  yield* judgeChanges(watch, context.observed);
  yield* judgeRepeats(watch);
}
