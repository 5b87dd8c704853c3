import { isDeletedEvent } from '../../checks/watch/due-changes.ts';
import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import { judgeRepeats } from '../../checks/watch/repeats.ts';
import type { Watch, WatchedEvent } from '../../checks/watch/watches.ts';
import { eachInTurn, fc } from '../cases.ts';
import { violated } from '../judging.ts';
import type { Finding, Rule } from '../rule.ts';
import { selectedStories } from './selected-story.ts';
import { BEFORE, WATCHED, deeds, watchedStory } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/tells-nothing-twice',
  level: 'must',
  title:
    'A watch delivers no event twice: neither a state of an object, under whatever types, nor a deletion, even of an object that left the selection before.',
  cites: ['events.1.2', 'rules.5.2'],
  operations: WATCHED,
  cases: (operation, choices) =>
    eachInTurn(
      fc.record({ there: BEFORE, story: deeds(operation, 3, 5) }).map((case_) => watchedStory(operation, case_)),
      selectedStories(operation, choices),
    ),
  check: (history) => perWatch(history, judge),
  least: 1,
};

function* judge(watch: Watch, { updates }: WatchContext): Iterable<Finding> {
  const again = deletedAgain(watch, updates);
  const findings = [...judgeRepeats(watch)];
  if (again === undefined || findings.some(({ outcome }) => outcome === 'violated')) yield* findings;
  else
    yield violated(
      watch.exchange,
      `one ${again.type} of ${again.key.name} until it appears again`,
      'two in a row',
      'a deletion is repeated',
    );
}

/** The second of two deletions of an object in a row, such as one as it leaves the selection and one as it goes. */
function deletedAgain({ events }: Watch, updates: ReadonlySet<string>): WatchedEvent | undefined {
  const gone = new Set<string>();
  return events.find((event) => {
    if (event.uid === undefined) return false;
    if (!isDeletedEvent(event, updates)) gone.delete(event.uid);
    else if (gone.has(event.uid)) return true;
    else gone.add(event.uid);
    return false;
  });
}
