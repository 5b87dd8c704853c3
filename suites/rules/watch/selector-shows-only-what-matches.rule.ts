import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import { isRemoval, updateTypesIn } from '../../checks/told.ts';
import { selectedChanges } from '../../checks/transitions.ts';
import { isSelected, watchesIn } from '../../checks/watches.ts';
import { at } from '../../oracle/json.ts';
import type { History } from '../../oracle/history.ts';
import { worldOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
import { selectedStories } from './selected-story.ts';
import { WATCHED } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/selector-shows-only-what-matches',
  level: 'must',
  title: 'A watch with a selector shows no object that does not match it, and tells nothing of changes that stay outside of it.',
  cites: ['parameters.list.label-selector'],
  operations: WATCHED,
  cases: selectedStories,
  check,
  least: 3,
};

function* check(history: History): Iterable<Finding> {
  const world = worldOf(history);
  const streams = watchesIn(history);
  const updates = updateTypesIn(streams, world);
  for (const watch of streams.filter(({ selects }) => selects)) {
    const selector = watch.exchange.request.query.get('labelSelector') ?? watch.exchange.request.query.get('fieldSelector') ?? '';
    const alien = watch.events.find((event) => (event.type === 'ADDED' || (updates.size > 0 && !isRemoval(event.type, updates))) && isSelected(watch, event.content) === false);
    const outside = selectedChanges(watch, world, updates).filter(({ transition }) => transition === 'stays out');
    const told = outside.find((change) => change.told !== undefined);
    if (alien !== undefined) yield violated(watch.exchange, `only what ${selector} selects`, `${alien.type} of an object with labels ${show(at(alien.content, 'metadata', 'labels'))}`, 'shows what is not selected');
    else if (told !== undefined) yield violated(watch.exchange, `nothing of a change of ${told.after.key.name}, which ${selector} selects neither before nor after`, `type ${show(told.told?.type)}`, 'tells of what stays outside');
    else if (watch.events.length > 0 || outside.some(({ overdue }) => overdue)) yield held(watch.exchange, `${outside.length > 0 ? 'some stay out' : 'none stays out'}, ${watch.form}`);
  }
}
