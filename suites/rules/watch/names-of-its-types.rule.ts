import * as fc from 'fast-check';
import type { Finding } from '../../checks/finding.ts';
import { observed } from '../../checks/findings.ts';
import { dueRemovals, updateTypesIn } from '../../checks/told.ts';
import { watchesIn } from '../../checks/watches.ts';
import type { History } from '../../oracle/history.ts';
import { worldOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
import { resourceOf } from '../steps.ts';
import { WATCHED, fence, made, told, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/names-of-its-types',
  level: 'silent',
  title: 'By which types changes and removals are told is left open; this tells which they are.',
  cites: ['events.6'],
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
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const world = worldOf(history);
  const streams = watchesIn(history);
  const updates = updateTypesIn(streams, world);
  for (const watch of streams) {
    const removals = new Set(dueRemovals(watch, world, updates).flatMap(({ told }) => (told === undefined ? [] : [told.type])));
    if (updates.size + removals.size > 0) yield observed(watch.exchange, `changes are ${[...updates].join(' or ') || 'not seen'}, removals ${[...removals].join(' or ') || 'not seen'}`);
  }
}
