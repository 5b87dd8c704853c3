import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import { judgeRepeats } from '../../checks/watch/repeats.ts';
import { judgeChanges } from '../../checks/watch/watch-demands.ts';
import type { Watch } from '../../checks/watch/watches.ts';
import { fc, awaitEvents } from '../cases.ts';
import { violated } from '../judging.ts';
import type { Finding, Program, Rule, Step } from '../rule.ts';
import { WATCHED, fence, made, watchBy } from './watch-steps.ts';
import { writers } from './writers.ts';

export const rule: Rule = {
  id: 'watch/outlives-others-that-hang-up',
  level: 'must',
  title: 'A watch misses nothing, and is not cut, when other clients hang up theirs during a burst.',
  cites: ['semantics.8', 'events.1.1'],
  operations: WATCHED,
  needs: ['create', 'patch'],
  cases: (operation) =>
    fc
      .record({
        times: fc.integer({ min: 4, max: 6 }),
        after: fc.array(fc.integer({ min: 2, max: 6 }), { minLength: 3, maxLength: 4 }),
      })
      .map(({ times, after }) => [
        ...made(operation, ['a', 'ab']),
        watchBy(operation, 'before'),
        ...after.map((_, index) => watchBy(operation, `leaver${index}`)),
        watchBy(operation, 'stays'),
        { do: 'together', branches: [...writers(operation, times), leaving(after)] },
        ...fence(operation, 'before', 'stays'),
      ]),
  check: (history) => perWatch(history, judge),
  least: 1,
};

/** Closes one watch after the other, each after this many events; the last one while it is not being read. */
function leaving(after: readonly number[]): Program {
  return after.flatMap((events, index): Step[] => {
    const watch = `leaver${index}`;
    return [
      awaitEvents(watch, events),
      ...(index === after.length - 1 ? [{ do: 'stall', watch } as const] : []),
      { do: 'close', watch },
    ];
  });
}

function* judge(watch: Watch, { observed, streams }: WatchContext): Iterable<Finding> {
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
  yield* judgeRepeats(watch);
}
