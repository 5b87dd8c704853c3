import * as fc from 'fast-check';
import type { Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import type { WatchContext } from '../../checks/per-watch.ts';
import { perWatch } from '../../checks/per-watch.ts';
import { removalTypes } from '../../checks/due-removals.ts';
import type { Watch } from '../../checks/watches.ts';
import type { Rule } from '../rule.ts';
import { NAMESPACED, changeAndRemoval } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/types-are-consistent',
  level: 'must',
  title: 'All changes are told by one type, and all removals by one other.',
  cites: ['events.1.2'],
  operations: NAMESPACED,
  needs: ['create', 'delete', 'patch'],
  cases: (operation) => fc.constant(changeAndRemoval(operation)),
  check: (history) => perWatch(history, judge),
  least: 1,
};

function* judge(watch: Watch, context: WatchContext): Iterable<Finding> {
  const { updates } = context;
  const removals = removalTypes(watch, context);
  if (updates.size > 1)
    yield violated(watch.exchange, 'one type for all changes', [...updates].join(', '), 'several types of changes');
  else if (removals.size > 1)
    yield violated(watch.exchange, 'one type for all removals', [...removals].join(', '), 'several types of removals');
  else if (updates.size + removals.size > 0)
    yield held(watch.exchange, `${watch.form}${removals.size > 0 ? ', with a removal' : ''}`);
}
