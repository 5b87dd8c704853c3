import { judgeFold } from '../../checks/watch/fold.ts';
import { perWatch } from '../../checks/watch/per-watch.ts';
import { fc, OWN_OBJECTS } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { WATCHED, fence, made, watchBy } from './watch-steps.ts';
import { writers } from './writers.ts';

export const rule: Rule = {
  id: 'watch/adds-up-to-what-is-there',
  level: 'must',
  title: 'The events of a watch add up to the stored objects, even if it opens during writes.',
  cites: ['events.4.1', 'events.2.2', 'events.1.2', 'semantics.8'],
  operations: WATCHED,
  needs: ['create', 'patch'],
  cases: (operation) =>
    fc
      .tuple(fc.integer({ min: 2, max: 4 }), fc.constantFrom({}, OWN_OBJECTS))
      .map(([times, query]) => [
        ...made(operation, ['a', 'ab']),
        { do: 'together', branches: [...writers(operation, times), [watchBy(operation, 'one', query)]] },
        watchBy(operation, 'two', query),
        ...fence(operation, 'one', 'two'),
      ]),
  check: (history) => perWatch(history, judgeFold),
  least: 1,
};
