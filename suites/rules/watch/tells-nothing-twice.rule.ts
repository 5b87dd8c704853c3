import { perWatch } from '../../checks/watch/per-watch.ts';
import { judgeRepeats } from '../../checks/watch/repeats.ts';
import { eachInTurn, fc, resourceOf, stepsOn } from '../cases.ts';
import type { Operation, Rule, Step } from '../rule.ts';
import { selectedStories } from './selected-story.ts';
import { BEFORE, deeds, noOpAndStalePuts, watchedStory } from './story.ts';
import { fence, WATCHED } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/tells-nothing-twice',
  level: 'must',
  title:
    'A watch delivers no event twice: neither a state of an object, under whatever types, nor a deletion, even of an object that left the selection before.',
  cites: ['events.1.2', 'rules.5.2'],
  operations: WATCHED,
  cases: (operation, choices) =>
    eachInTurn(
      fc
        .record({ there: BEFORE, story: deeds(operation, 3, 5) })
        .map((case_) => [...watchedStory(operation, case_), ...furtherPuts(operation)]),
      selectedStories(operation, choices),
    ),
  check: (history) => perWatch(history, (watch, { updates }) => judgeRepeats(watch, updates)),
  least: 1,
};

/** PUTs that change nothing or must be refused, while the watch is still open. */
function furtherPuts(operation: Operation): Step[] {
  return [...noOpAndStalePuts(stepsOn(resourceOf(operation)), '{{a}}'), ...fence(operation, 'seen')];
}
