import * as fc from 'fast-check';
import type { Operation } from '../../../spec/surface/operations.ts';
import { judgeTypes } from '../../checks/event-types.ts';
import type { Finding } from '../../checks/finding.ts';
import { judgeInvented } from '../../checks/invented-events.ts';
import type { WatchContext } from '../../checks/per-watch.ts';
import { perWatch } from '../../checks/per-watch.ts';
import { judgeRemovals } from '../../checks/removals-told.ts';
import { judgeRepeats } from '../../checks/repeats.ts';
import { judgeChanges } from '../../checks/watch-demands.ts';
import { judgeScopeOf } from '../../checks/watch-scope.ts';
import type { Watch } from '../../checks/watches.ts';
import { judgeWholeEvents } from '../../checks/whole-events.ts';
import type { Program } from '../../drivers/program.ts';
import type { Rule } from '../rule.ts';
import { resourceOf } from '../steps.ts';
import { versionOf } from '../write-and-look.ts';
import type { Deed } from './watch-steps.ts';
import { BULKY, WATCHED, fence, listFirst, made, told, watchBy } from './watch-steps.ts';

/** How long the watches are open before the first and the second story, in milliseconds: what goes wrong after a while does so by timers and by what is cleared away. */
const SOON_MS = 40;
const LATER_MS = 1_100;

export const rule: Rule = {
  id: 'watch/goes-on-alike-however-long-it-is-open',
  level: 'must',
  title:
    'A watch that has been open for a while delivers each change once, whole, of its own objects and under its type, as one that was just opened does.',
  cites: ['semantics.8', 'events.1.2', 'events.2.1', 'rules.5.2'],
  operations: WATCHED,
  needs: ['create', 'list', 'patch'],
  cases: (operation) => {
    const listed = [
      ...made(operation, ['a', 'ab']),
      listFirst(operation),
      watchBy(operation, 'listed', { resourceVersion: versionOf('list') }),
    ];
    if (!BULKY.includes(operation)) return fc.constant([...listed, ...storyAfter(operation, SOON_MS, 'listed')]);
    const both = ['listed', 'now'];
    return fc.constant([
      ...listed,
      watchBy(operation, 'now'),
      ...storyAfter(operation, SOON_MS, ...both),
      ...storyAfter(operation, LATER_MS, ...both),
    ]);
  },
  check: (history) => perWatch(history, judge),
  least: 1,
};

function storyAfter(operation: Operation, ms: number, ...streams: readonly string[]): Program {
  const removals: readonly Deed['what'][] = resourceOf(operation).namespaced ? ['remove'] : [];
  const story = [
    ...(['patch', 'put', ...removals, 'other'] as const).map((what): Deed => ({ name: 'a', what, status: {} })),
    ...(['json', 'patch'] as const).map((what): Deed => ({ name: 'ab', what, status: {} })),
  ];
  return [{ do: 'pause', ms }, ...told(operation, story, ['a', 'ab']), ...fence(operation, ...streams)];
}

function* judge(watch: Watch, context: WatchContext): Iterable<Finding> {
  const { world } = context;
  yield* judgeWholeEvents(watch);
  yield* judgeInvented(watch, context);
  yield* judgeChanges(watch, world);
  yield* judgeRepeats(watch);
  yield* judgeTypes(watch, world);
  yield* judgeScopeOf(watch, world, 'name');
  yield* judgeScopeOf(watch, world, 'namespace');
  if (!watch.selects) yield* judgeRemovals(watch, context);
}
