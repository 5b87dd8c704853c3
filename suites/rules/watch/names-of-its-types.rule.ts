import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { deletedEventTypes } from '../../checks/watch/due-deleted-events.ts';
import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import type { Watch } from '../../checks/watch/watches.ts';
import { fc } from '../cases.ts';
import { observed, violated } from '../judging.ts';
import type { Finding, Rule } from '../rule.ts';
import { changeAndDeletion } from './story.ts';
import { NAMESPACED } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/names-of-its-types',
  level: 'silent',
  title: 'This rule reports the types of events for changes and deletions; a dialect can require their names.',
  cites: ['events.6'],
  operations: NAMESPACED,
  needs: ['create', 'delete', 'patch'],
  cases: (operation) => fc.constant(changeAndDeletion(operation)),
  check: (history, { choices }) => perWatch(history, (watch, context) => judge(watch, context, choices)),
  least: 1,
};

function* judge(watch: Watch, context: WatchContext, choices: DialectChoices): Iterable<Finding> {
  const { updates } = context;
  const deletedEvents = deletedEventTypes(watch, context);
  const other =
    [...updates].find((type) => type !== 'MODIFIED') ?? [...deletedEvents].find((type) => type !== 'DELETED');
  if (other !== undefined && choices['watch.change-types'] === 'modified-deleted')
    yield violated(watch.exchange, 'changes are MODIFIED, deletions DELETED', other, 'another type');
  else if (updates.size + deletedEvents.size > 0)
    yield observed(
      watch.exchange,
      `changes are ${[...updates].join(' or ') || 'not seen'}, deletions ${[...deletedEvents].join(' or ') || 'not seen'}`,
    );
}
