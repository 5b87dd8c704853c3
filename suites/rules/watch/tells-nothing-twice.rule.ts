import { perWatch } from '../../checks/watch/per-watch.ts';
import { judgeRepeats } from '../../checks/watch/repeats.ts';
import { fc } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { BEFORE, WATCHED, deeds, watchedStory } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/tells-nothing-twice',
  level: 'must',
  title: 'A watch delivers no event twice: neither a state of an object, under whatever types, nor a deletion.',
  cites: ['events.1.2', 'rules.5.2'],
  operations: WATCHED,
  cases: (operation) =>
    fc.record({ there: BEFORE, story: deeds(operation, 3, 5) }).map((case_) => watchedStory(operation, case_)),
  check: (history) => perWatch(history, judgeRepeats),
  least: 1,
};
