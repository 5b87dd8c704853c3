import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import { judgeRepeats } from '../../checks/watch/repeats.ts';
import { judgeChanges } from '../../checks/watch/watch-demands.ts';
import type { Watch } from '../../checks/watch/watches.ts';
import { fc, awaitEvents } from '../cases.ts';
import { violated } from '../judging.ts';
import type { WatchStep } from '../../program/program.ts';
import type { Finding, Program, Rule, Step } from '../rule.ts';
import { WATCHED, fence, made, ofOneKind, watchBy } from './watch-steps.ts';
import { writers } from './writers.ts';

export const rule: Rule = {
  id: 'watch/outlives-others-that-hang-up',
  level: 'must',
  title: 'A watch misses nothing, and is not cut, when other clients hang up theirs during a burst.',
  cites: ['semantics.8', 'events.1.1'],
  operations: WATCHED,
  needs: ['create', 'patch'],
  cases: (operation) => {
    const watched = ofOneKind(operation);
    const watches = (who: string): WatchStep[] => watched.map((each, index) => watchBy(each, `${who}${index}`));
    const [before, stays] = [watches('before'), watches('stays')];
    const leavers = AFTER.map((_, turn) => watches(`leaver${turn}-`));
    return fc.constant([
      ...made(operation, ['a', 'ab']),
      ...before,
      ...leavers.flat(),
      ...stays,
      { do: 'together', branches: [...writers(operation, WRITES), ...watched.map((_, index) => leaving(index))] },
      ...fence(operation, ...[...before, ...stays].map(({ as }) => as)),
    ]);
  },
  check: (history) => perWatch(history, judge),
  least: 1,
  shared: true,
};

/** The writes of each writer. */
const WRITES = 6;

/**
 * The events after which the watches of an operation are closed, one after the other; the last one is not being read
 * then.
 */
const AFTER = [2, 3, 5];

function leaving(index: number): Program {
  return AFTER.flatMap((events, turn): Step[] => {
    const watch = `leaver${turn}-${index}`;
    return [
      awaitEvents(watch, events),
      ...(turn === AFTER.length - 1 ? [{ do: 'stall', watch } as const] : []),
      { do: 'close', watch },
    ];
  });
}

function* judge(watch: Watch, { observed, streams, updates }: WatchContext): Iterable<Finding> {
  const { exchange, events } = watch;
  const [first, last] = [events[0]?.ended ?? Number.POSITIVE_INFINITY, exchange.ended];
  const left = streams.find(
    (other) =>
      other !== watch &&
      other.exchange.end?.reason === 'client-abort' &&
      other.exchange.call.resource.kind === exchange.call.resource.kind &&
      other.exchange.ended > first &&
      other.exchange.ended < last,
  );
  if (left === undefined) return;
  if (exchange.end?.reason === 'server-abort')
    yield violated(
      exchange,
      'a stream that goes on when others hang up',
      `it was cut: ${exchange.end.detail ?? 'no detail'}`,
      'is cut when others hang up',
    );
  yield* judgeChanges(watch, observed);
  yield* judgeRepeats(watch, updates);
}
