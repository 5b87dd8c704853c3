import type { Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import { updateTypesIn } from '../../checks/told.ts';
import { selectedChanges } from '../../checks/transitions.ts';
import { watchesIn } from '../../checks/watches.ts';
import type { History } from '../../oracle/history.ts';
import { worldOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
import { selectedStories } from './selected-story.ts';
import { WATCHED } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/object-that-stops-matching-is-removed',
  level: 'must',
  title: 'An object that stops matching the selector of a watch is told as removed.',
  cites: ['parameters.list.label-selector', 'events.1.2'],
  operations: WATCHED,
  cases: selectedStories,
  check,
  least: 3,
};

function* check(history: History): Iterable<Finding> {
  const world = worldOf(history);
  const streams = watchesIn(history);
  const updates = updateTypesIn(streams, world);
  for (const watch of streams) {
    for (const { transition, removal, overdue, after } of selectedChanges(watch, world, updates)) {
      if (transition !== 'leaves') continue;
      const selector = watch.exchange.request.query.get('labelSelector') ?? '';
      if (removal !== undefined) yield held(watch.exchange, watch.form);
      else if (overdue) yield violated(watch.exchange, `the removal of ${after.key.name}, which no longer matches ${selector}`, 'no such event', 'leaving is not told');
    }
  }
}
