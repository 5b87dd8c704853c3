import { judgeFold } from '../../checks/watch/fold.ts';
import { judgeOrder } from '../../checks/watch/order.ts';
import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import type { Watch } from '../../checks/watch/watches.ts';
import type { WatchStep } from '../../program/program.ts';
import { AT_ONCE, fc, minimalObject, OWN_OBJECTS, resourceOf, stepsOn } from '../cases.ts';
import type { Finding, Operation, Program, Rule } from '../rule.ts';
import { WATCHED, fence, made, ofOneKind, watchBy } from './watch-steps.ts';
import { writers } from './writers.ts';

/** The writes of each writer. */
const WRITES = 4;

/** `{{a}}` goes, another object of that name comes, and `{{ab}}` changes. */
function nextLife(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  if (!on.resource.namespaced) return [];
  return [
    on.remove('{{a}}', { body: AT_ONCE }),
    on.create(minimalObject(on.maker, '{{a}}')),
    on.patch('{{ab}}', { metadata: { annotations: { next: 'life' } } }),
  ];
}

export const rule: Rule = {
  id: 'watch/adds-up-to-what-is-there',
  level: 'must',
  title:
    'The events of a watch come in order and add up to the stored objects, even if it opens during writes and an object is replaced by one of its name.',
  cites: ['events.4.1', 'events.2.2', 'events.1.2', 'semantics.8'],
  operations: WATCHED,
  needs: ['create', 'patch'],
  cases: (operation) => {
    const watches = (turn: string): WatchStep[] =>
      ofOneKind(operation).flatMap((each, index) => [
        watchBy(each, `${turn}${index}`),
        watchBy(each, `${turn}-own${index}`, OWN_OBJECTS),
      ]);
    const [during, after] = [watches('during'), watches('after')];
    return fc.constant([
      ...made(operation, ['a', 'ab']),
      { do: 'together', branches: [...writers(operation, WRITES), ...during.map((watch) => [watch])] },
      ...after,
      ...during.slice(0, 1).map(({ as }) => ({ do: 'close', watch: as }) as const),
      ...nextLife(operation),
      ...fence(operation, ...[...during.slice(1), ...after].map(({ as }) => as)),
    ]);
  },
  check: (history) => perWatch(history, judge),
  least: 1,
  shared: true,
};

function* judge(watch: Watch, context: WatchContext): Iterable<Finding> {
  yield* judgeFold(watch, context);
  for (const finding of judgeOrder(watch, context)) if (finding.outcome === 'violated') yield finding;
}
