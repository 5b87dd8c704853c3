import * as fc from 'fast-check';
import { judgeOrder } from '../../checks/watch/order.ts';
import { perWatch } from '../../checks/watch/per-watch.ts';
import type { Rule } from '../rule.ts';
import { BEFORE, WATCHED, deeds, watchedStory } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/tells-changes-in-order',
  level: 'must',
  title:
    'Of two writes in a collection, one acknowledged before the other began, a watch tells the first one first; removals are no exception.',
  cites: ['events.1.1', 'semantics.8'],
  operations: WATCHED,
  cases: (operation) =>
    fc.record({ there: BEFORE, story: deeds(operation, 4, 7) }).map((case_) => watchedStory(operation, case_)),
  check: (history) => perWatch(history, judgeOrder),
  least: 1,
};
