import * as fc from 'fast-check';
import type { Finding } from '../../checks/finding.ts';
import { observed } from '../../checks/findings.ts';
import type { WatchContext } from '../../checks/per-watch.ts';
import { perWatch } from '../../checks/per-watch.ts';
import { removalTypes } from '../../checks/due-removals.ts';
import type { Watch } from '../../checks/watches.ts';
import type { Rule } from '../rule.ts';
import { NAMESPACED, changeAndRemoval } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/names-of-its-types',
  level: 'silent',
  title: 'By which types changes and removals are told is left open; this tells which they are.',
  cites: ['events.6'],
  operations: NAMESPACED,
  needs: ['create', 'delete', 'patch'],
  cases: (operation) => fc.constant(changeAndRemoval(operation)),
  check: (history) => perWatch(history, judge),
  least: 1,
};

function* judge(watch: Watch, context: WatchContext): Iterable<Finding> {
  const { updates } = context;
  const removals = removalTypes(watch, context);
  if (updates.size + removals.size > 0) yield observed(watch.exchange, `changes are ${[...updates].join(' or ') || 'not seen'}, removals ${[...removals].join(' or ') || 'not seen'}`);
}
