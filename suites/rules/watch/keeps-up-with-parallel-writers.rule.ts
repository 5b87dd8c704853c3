import { dueChanges } from '../../checks/watch/due-changes.ts';
import { judgeOrder } from '../../checks/watch/order.ts';
import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import { judgeRepeats } from '../../checks/watch/repeats.ts';
import { judgeChanges } from '../../checks/watch/watch-demands.ts';
import type { Watch } from '../../checks/watch/watches.ts';
import { fc } from '../cases.ts';
import type { Finding, Rule } from '../rule.ts';
import { BULKY, WATCHED, fence, made, watchBy } from './watch-steps.ts';
import { writers } from './writers.ts';

/** The number of changes in a burst. */
const BURST = 10;

/** The writes of each writer; on the cheapest operation, 200 changes together. */
const FEW = 6;
const MANY = 40;

export const rule: Rule = {
  id: 'watch/keeps-up-with-parallel-writers',
  level: 'must',
  title:
    'During a burst of parallel writes, a watch delivers each acknowledged change once, and the changes of one writer in order.',
  cites: ['semantics.8', 'events.1.1', 'events.1.2'],
  operations: WATCHED,
  needs: ['create', 'patch'],
  cases: (operation) =>
    fc
      .integer({ min: 0, max: 2 })
      .map((more) => [
        ...made(operation, ['a', 'ab']),
        watchBy(operation, 'seen'),
        { do: 'together', branches: writers(operation, (BULKY.includes(operation) ? MANY : FEW) + more) },
        ...fence(operation, 'seen'),
      ]),
  check: (history) => perWatch(history, judge),
  least: 1,
};

function* judge(watch: Watch, context: WatchContext): Iterable<Finding> {
  const due = dueChanges(watch, context.observed);
  const parallel = due.some(({ write }, index) => index > 0 && write.began < (due[index - 1]?.write.settled ?? 0));
  if (due.length < BURST || !parallel) return;
  yield* judgeChanges(watch, context.observed);
  yield* judgeRepeats(watch);
  yield* judgeOrder(watch, context);
}
