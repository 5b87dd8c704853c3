import * as fc from 'fast-check';
import type { Finding } from '../../checks/finding.ts';
import type { WatchContext } from '../../checks/per-watch.ts';
import { perWatch } from '../../checks/per-watch.ts';
import { judgeRemovals } from '../../checks/removals-told.ts';
import type { Watch } from '../../checks/watches.ts';
import type { Rule } from '../rule.ts';
import { OWN, versionOf } from '../write-and-look.ts';
import { DEPARTINGS, NAMESPACED, comesAndGoes, fence, listFirst, made, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/removal-of-a-selected-object-is-told',
  level: 'must',
  title: 'A watch with a selector tells the removal of each object that it has shown, in whatever way the object went.',
  cites: ['parameters.list.label-selector', 'events.1.2', 'events.2.3'],
  operations: NAMESPACED,
  needs: ['create', 'delete'],
  cases: (operation) =>
    fc.record({ ways: fc.shuffledSubarray([...DEPARTINGS], { minLength: 3 }), listed: fc.boolean() }).map(({ ways, listed }) => [
      ...made(operation, ['a', 'ab']),
      listFirst(operation),
      watchBy(operation, 'seen', { ...OWN, ...(listed ? { resourceVersion: versionOf('list') } : {}) }),
      ...ways.flatMap((how) => comesAndGoes(operation, how)),
      ...fence(operation, 'seen'),
    ]),
  check: (history) => perWatch(history, judge),
  least: 1,
};

function* judge(watch: Watch, context: WatchContext): Iterable<Finding> {
  if (watch.selects) yield* judgeRemovals(watch, context);
}
