import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import { judgeRepeats } from '../../checks/watch/repeats.ts';
import { judgeChanges } from '../../checks/watch/watch-demands.ts';
import type { Watch } from '../../checks/watch/watches.ts';
import type { WatchStep } from '../../program/program.ts';
import { fc, resourceOf, versionOf } from '../cases.ts';
import type { Finding, Operation, Rule } from '../rule.ts';
import { WATCHED, fence, isShared, listBoth, made, ofOneKind, watchBy } from './watch-steps.ts';
import { writers } from './writers.ts';

export const rule: Rule = {
  id: 'watch/loses-nothing-while-it-opens',
  level: 'must',
  title:
    'A watch from the version of a list delivers every change since that list once, even changes made while the watch opens.',
  cites: ['events.4.2', 'parameters.list.resource-version.1', 'semantics.8'],
  operations: WATCHED,
  needs: ['create', 'list', 'patch'],
  cases: (operation) => {
    const watches = (turn: string): WatchStep[] =>
      ofOneKind(operation).map((each, index) => fromList(each, `${turn}${index}`));
    const [first, second, later] = [watches('first'), watches('second'), watches('later')];
    return fc.constant([
      ...made(operation, ['a', 'ab']),
      ...listBoth(operation),
      {
        do: 'together',
        branches: [
          ...writers(operation, WRITES),
          ...first.map((watch, index) => [watch, ...second.slice(index, index + 1)]),
        ],
      },
      ...later,
      ...fence(operation, ...[...first, ...second, ...later].map(({ as }) => as)),
    ]);
  },
  check: (history) => perWatch(history, judge),
  least: 1,
  shared: true,
};

/** The writes of each writer. */
const WRITES = 4;

function fromList(operation: Operation, as: string): WatchStep {
  const list = isShared(operation) && resourceOf(operation).namespaced ? 'listAll' : 'list';
  return watchBy(operation, as, { resourceVersion: versionOf(list) });
}

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
  yield* judgeRepeats(watch, context.updates);
}
