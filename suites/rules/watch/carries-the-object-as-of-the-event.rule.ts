import { judgeEventStates } from '../../checks/watch/event-states.ts';
import { fc } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { BEFORE, WATCHED, deeds, watchedStory } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/carries-the-object-as-of-the-event',
  level: 'must',
  title: 'The object of an event is the result of the write that the event reports, in the state of that version.',
  cites: ['events.2.3', 'semantics.8'],
  operations: WATCHED,
  cases: (operation) =>
    fc.record({ there: BEFORE, story: deeds(operation, 2, 5) }).map((case_) => watchedStory(operation, case_)),
  check: judgeEventStates,
  least: 2,
};
