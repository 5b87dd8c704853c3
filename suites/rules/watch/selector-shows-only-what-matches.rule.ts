import { unselectedIn } from '../../checks/watch/unselected.ts';
import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import { selectedChanges } from '../../checks/watch/transitions.ts';
import { selectorOf, type Watch } from '../../checks/watch/watches.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, Rule } from '../rule.ts';
import { selectedStories } from './selected-story.ts';
import { WATCHED } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/selector-shows-only-what-matches',
  level: 'must',
  title:
    'A watch with a selector shows no object that does not match, and delivers no change outside of the selection.',
  cites: ['parameters.list.label-selector', 'parameters.watch'],
  operations: WATCHED,
  negative: true,
  cases: selectedStories,
  check: (history) => perWatch(history, judge),
  least: 2,
};

function* judge(watch: Watch, context: WatchContext): Iterable<Finding> {
  if (!watch.selects) return;
  const unselected = unselectedIn(watch);
  const outside = selectedChanges(watch, context.observed, context.updates).filter(
    ({ transition }) => transition === 'stays out',
  );
  const delivered = outside.find((change) => change.delivered !== undefined);
  if (unselected !== undefined) yield unselected;
  else if (delivered !== undefined)
    yield violated(
      watch.exchange,
      `nothing of a change of ${delivered.after.key.name}, which ${selectorOf(watch)} selects neither before nor after`,
      `type ${show(delivered.delivered?.type)}`,
      'tells of what stays outside',
    );
  else if (watch.events.length > 0 || outside.some(({ overdue }) => overdue))
    yield held(watch.exchange, `${outside.length > 0 ? 'some stay out' : 'none stays out'}, ${watch.form}`);
}
