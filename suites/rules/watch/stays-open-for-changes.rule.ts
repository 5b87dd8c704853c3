import { judgeStaying } from '../../checks/watch/staying-open.ts';
import { fc, versionOf } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { newNamespaceWatches } from './new-namespace-watches.ts';
import { WATCHED, changeOnce, fence, listFirst, made, watchBy } from './watch-steps.ts';

/** Watches that each end within this time, in milliseconds, count as ending at once. */
const AT_ONCE_MS = 620;

/** How long the watches are open before the change, in milliseconds. */
const QUIET_MS = 540;

export const rule: Rule = {
  id: 'watch/stays-open-for-changes',
  level: 'must',
  title: 'A watch without timeoutSeconds stays open for later changes: of several, at least one does not end at once.',
  cites: ['semantics.8', 'parameters.list.watch.1', 'events.1.2'],
  operations: WATCHED,
  needs: ['create', 'list', 'patch'],
  cases: (operation) => {
    const inNew = newNamespaceWatches(operation, ['new-first', 'new-second', 'new-third']);
    return fc.constant([
      ...inNew.open,
      ...made(operation, ['a']),
      listFirst(operation),
      watchBy(operation, 'first'),
      watchBy(operation, 'second', { resourceVersion: versionOf('list') }),
      watchBy(operation, 'third'),
      { do: 'pause', ms: QUIET_MS },
      ...changeOnce(operation),
      ...inNew.firstCreate,
      ...fence(operation, 'first', 'second', 'third'),
    ]);
  },
  check: (history) => judgeStaying(history, AT_ONCE_MS),
  least: 1,
};
