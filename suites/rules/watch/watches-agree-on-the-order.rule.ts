import { perWatch } from '../../checks/watch/per-watch.ts';
import { judgeSameStory } from '../../checks/watch/same-story.ts';
import { fc, resourceOf, stepsOn } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { WATCHED, fence, made, watchBy } from './watch-steps.ts';
import { writers } from './writers.ts';

export const rule: Rule = {
  id: 'watch/watches-agree-on-the-order',
  level: 'must',
  title:
    'Watches deliver the changes that they share in one order and without gaps, whatever their scopes and whenever they were opened.',
  cites: ['events.1.1', 'semantics.8'],
  operations: WATCHED,
  needs: ['create', 'patch'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .tuple(fc.integer({ min: 3, max: 6 }), fc.boolean())
      .map(([times, wide]) => [
        ...made(operation, ['a', 'ab']),
        watchBy(operation, 'before'),
        wide ? on.watchAll('other') : on.watch('other', '{{a}}'),
        { do: 'together', branches: [...writers(operation, times), [watchBy(operation, 'during')]] },
        watchBy(operation, 'after'),
        ...fence(operation, 'before', 'other', 'during', 'after'),
      ]);
  },
  check: (history) => perWatch(history, judgeSameStory),
  least: 1,
};
