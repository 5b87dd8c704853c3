import { overdueViolation } from '../../checks/watch/overdue.ts';
import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import { selectedChanges } from '../../checks/watch/transitions.ts';
import { selectorOf, type Watch } from '../../checks/watch/watches.ts';
import { held, violated } from '../judging.ts';
import type { Finding, Rule } from '../rule.ts';
import { selectedStories } from './selected-story.ts';
import { WATCHED } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/object-that-stops-matching-is-removed',
  level: 'must',
  title: 'A watch delivers an object that stops matching its selector as deleted.',
  cites: ['parameters.list.label-selector', 'parameters.list.field-selector', 'events.1.2'],
  operations: WATCHED,
  negative: true,
  cases: selectedStories,
  check: (history) => perWatch(history, judge),
  least: 2,
};

function* judge(watch: Watch, { observed, updates }: WatchContext): Iterable<Finding> {
  for (const { transition, deletedEvent: deletion, overdue, after } of selectedChanges(watch, observed, updates)) {
    if (transition !== 'leaves') continue;
    if (deletion !== undefined) yield held(watch.exchange, watch.form);
    else if (overdue)
      yield overdueViolation(
        overdue,
        violated(
          watch.exchange,
          `a DELETED event for ${after.key.name}, which no longer matches ${selectorOf(watch)}`,
          'no such event',
          'leaving is not told',
        ),
      );
  }
}
