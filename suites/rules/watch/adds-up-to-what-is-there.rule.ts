import { judgeFold } from '../../checks/watch/fold.ts';
import { perWatch } from '../../checks/watch/per-watch.ts';
import { fc, OWN_OBJECTS } from '../cases.ts';
import type { WatchStep } from '../../program/program.ts';
import type { Rule } from '../rule.ts';
import { WATCHED, fence, made, ofOneKind, watchBy } from './watch-steps.ts';
import { writers } from './writers.ts';

/** The writes of each writer. */
const WRITES = 4;

export const rule: Rule = {
  id: 'watch/adds-up-to-what-is-there',
  level: 'must',
  title: 'The events of a watch add up to the stored objects, even if it opens during writes.',
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
      ...fence(operation, ...[...during, ...after].map(({ as }) => as)),
    ]);
  },
  check: (history) => perWatch(history, judgeFold),
  least: 1,
  shared: true,
};
