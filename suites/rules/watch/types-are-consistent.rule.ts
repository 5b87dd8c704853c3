import { judgeConsistency } from '../../checks/watch/consistent-types.ts';
import { perWatch } from '../../checks/watch/per-watch.ts';
import { fc } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { changeAndDeletion } from './story.ts';
import { NAMESPACED } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/types-are-consistent',
  level: 'must',
  title: 'All changes are delivered under one type, and all deletions under one other.',
  cites: ['events.1.2'],
  operations: NAMESPACED,
  needs: ['create', 'delete', 'patch'],
  cases: (operation) => fc.constant(changeAndDeletion(operation)),
  check: (history) => perWatch(history, judgeConsistency),
  least: 1,
};
