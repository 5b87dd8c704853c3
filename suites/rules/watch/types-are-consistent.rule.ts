import * as fc from 'fast-check';
import type { Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import { dueRemovals, updateTypesIn } from '../../checks/told.ts';
import { watchesIn } from '../../checks/watches.ts';
import type { History } from '../../oracle/history.ts';
import { worldOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
import { resourceOf } from '../steps.ts';
import { WATCHED, fence, made, told, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/types-are-consistent',
  level: 'must',
  title: 'All changes are told by one type, and all removals by one other.',
  cites: ['events.1.2'],
  operations: WATCHED.filter((operation) => resourceOf(operation).namespaced),
  needs: ['create', 'delete', 'patch'],
  cases: (operation) =>
    fc.constant([
      ...made(operation, ['a', 'ab']),
      watchBy(operation, 'seen'),
      ...told(operation, [{ name: 'a', what: 'patch', status: {} }, { name: 'a', what: 'put', status: {} }, { name: 'a', what: 'remove', status: {} }], ['a', 'ab']),
      ...fence(operation, 'seen'),
    ]),
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const world = worldOf(history);
  const streams = watchesIn(history);
  const updates = updateTypesIn(streams, world);
  for (const watch of streams) {
    const removals = new Set(dueRemovals(watch, world, updates).flatMap(({ told }) => (told === undefined ? [] : [told.type])));
    if (updates.size > 1) yield violated(watch.exchange, 'one type for all changes', [...updates].join(', '), 'several types of changes');
    else if (removals.size > 1) yield violated(watch.exchange, 'one type for all removals', [...removals].join(', '), 'several types of removals');
    else if (updates.size + removals.size > 0) yield held(watch.exchange, `${watch.form}${removals.size > 0 ? ', with a removal' : ''}`);
  }
}
