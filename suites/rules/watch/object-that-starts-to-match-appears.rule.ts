import { overdueViolation } from '../../checks/watch/overdue.ts';
import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import { selectedChanges } from '../../checks/watch/transitions.ts';
import { isKnown, selectorOf, type Watch } from '../../checks/watch/watches.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, Rule } from '../rule.ts';
import { selectedStories } from './selected-story.ts';
import { WATCHED } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/object-that-starts-to-match-appears',
  level: 'must',
  title:
    'An object that starts to match the selector of a watch appears as ADDED; if it still matches, later changes are not ADDED.',
  cites: ['parameters.list.label-selector', 'parameters.list.field-selector', 'events.2.1'],
  operations: WATCHED,
  negative: true,
  cases: selectedStories,
  check: (history) => perWatch(history, judge),
  least: 2,
};

function* judge(watch: Watch, { observed, updates }: WatchContext): Iterable<Finding> {
  for (const { write, transition, delivered, overdue, after, isBeginning } of selectedChanges(
    watch,
    observed,
    updates,
  )) {
    if (transition !== 'enters' && transition !== 'stays') continue;
    if (isBeginning) continue;
    // The response to a create may show a later version, which a controller made.
    if (write.verb === 'create' && delivered !== undefined && isKnown(watch, delivered)) continue;
    const { name } = after.key;
    const selector = selectorOf(watch);
    if (delivered === undefined && overdue)
      yield overdueViolation(
        overdue,
        violated(
          watch.exchange,
          `${name} in the watch with ${selector}, which it ${transition === 'enters' ? 'starts' : 'goes on'} to match`,
          'no event of that version',
          `${transition}: not told`,
        ),
      );
    else if (delivered !== undefined && (delivered.type === 'ADDED') !== (transition === 'enters'))
      yield violated(
        watch.exchange,
        `${name} delivered as ${transition === 'enters' ? 'ADDED' : 'changed'}, because it ${transition} in ${selector}`,
        `type ${show(delivered.type)}`,
        `${transition}: type`,
      );
    else if (delivered !== undefined) yield held(watch.exchange, `${transition}, ${watch.form}`);
  }
}
