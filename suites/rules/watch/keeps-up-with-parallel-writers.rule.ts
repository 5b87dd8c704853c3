import { dueChanges } from '../../checks/watch/due-changes.ts';
import { judgeOrder } from '../../checks/watch/order.ts';
import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import { judgeRepeats } from '../../checks/watch/repeats.ts';
import { judgeChanges } from '../../checks/watch/watch-demands.ts';
import type { Watch } from '../../checks/watch/watches.ts';
import { fc, resourceOf, stepsOn } from '../cases.ts';
import type { Finding, Operation, Program, Rule } from '../rule.ts';
import { BULKY, WATCHED, fence, made, ofOneKind, watchBy } from './watch-steps.ts';
import { writers } from './writers.ts';

/** The number of changes in a burst. */
const BURST = 10;

/** The writes of each writer; on the cheapest operation, 200 changes together. */
const FEW = 4;
const MANY = 40;

const CLIENTS = 16;

export const rule: Rule = {
  id: 'watch/keeps-up-with-parallel-writers',
  level: 'must',
  title:
    'During a burst of parallel writes, a watch delivers each acknowledged change once, and the changes of one writer in order.',
  cites: ['semantics.8', 'events.1.1', 'events.1.2'],
  operations: WATCHED,
  needs: ['create', 'patch'],
  cases: (operation) => {
    const watches = ofOneKind(operation).map((each, index) => watchBy(each, `seen${index}`));
    return fc.constant([
      ...made(operation, ['a', 'ab']),
      ...watches,
      {
        do: 'together',
        branches: [...writers(operation, BULKY.includes(operation) ? MANY : FEW), ...burst(operation)],
      },
      ...fence(operation, ...watches.map(({ as }) => as)),
    ]);
  },
  check: (history) => perWatch(history, judge),
  least: 1,
  shared: true,
};

/** Clients with one write each: a busy server finds these requests waiting, and carries them out at once. */
function burst(operation: Operation): Program[] {
  const on = stepsOn(resourceOf(operation));
  return Array.from({ length: CLIENTS }, (_, client) => [
    on.patch('{{a}}', { metadata: { annotations: { [`client-${client}`]: 'yes' } } }),
  ]);
}

function* judge(watch: Watch, context: WatchContext): Iterable<Finding> {
  const due = dueChanges(watch, context.observed);
  const parallel = due.some(({ write }, index) => index > 0 && write.began < (due[index - 1]?.write.settled ?? 0));
  if (due.length < BURST || !parallel) return;
  yield* judgeChanges(watch, context.observed);
  yield* judgeRepeats(watch, context.updates);
  yield* judgeOrder(watch, context);
}
