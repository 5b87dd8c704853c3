import { judgeTypes } from '../../checks/watch/event-types.ts';
import { perWatch } from '../../checks/watch/per-watch.ts';
import { fc } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { BEFORE, WATCHED, deeds, watchedStory } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/appearance-is-added',
  level: 'must',
  title:
    'A watch delivers ADDED for an object that appears, and another type for a change of an object that it has shown.',
  cites: ['events.2.1'],
  operations: WATCHED,
  cases: (operation) =>
    fc.record({ there: BEFORE, story: deeds(operation, 3, 5) }).map((case_) => watchedStory(operation, case_)),
  check: (history) => perWatch(history, (watch, { observed }) => judgeTypes(watch, observed)),
  least: 1,
};
