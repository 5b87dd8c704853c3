import { perWatch } from '../../checks/watch/per-watch.ts';
import { judgeWholeEvents } from '../../checks/watch/whole-events.ts';
import { fc } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { BEFORE, deeds, watchedStory } from './story.ts';
import { WATCHED } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/carries-full-objects',
  level: 'must',
  title: 'Every event has a type and an object with kind, version of its path, name, uid and resourceVersion.',
  cites: ['events.1.1', 'events.2.3', 'other-shapes.watch-event.1', 'other-shapes.watch-event.2'],
  operations: WATCHED,
  cases: (operation) =>
    fc.record({ there: BEFORE, story: deeds(operation, 1, 3) }).map((case_) => watchedStory(operation, case_)),
  check: (history) => perWatch(history, judgeWholeEvents),
  least: 1,
};
