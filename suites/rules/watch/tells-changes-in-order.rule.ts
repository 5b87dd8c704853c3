import { judgeOrder } from '../../checks/watch/order.ts';
import { perWatch } from '../../checks/watch/per-watch.ts';
import { fc } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { BEFORE, deeds, watchedStory } from './story.ts';
import { WATCHED } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/tells-changes-in-order',
  level: 'must',
  title:
    'If one write in a collection was acknowledged before another began, a watch delivers their events in that order, deletions included.',
  cites: ['events.1.1', 'semantics.8'],
  operations: WATCHED,
  cases: (operation) =>
    fc.record({ there: BEFORE, story: deeds(operation, 4, 7) }).map((case_) => watchedStory(operation, case_)),
  check: (history) => perWatch(history, judgeOrder),
  least: 1,
};
