import { judgeInitialState } from '../../checks/watch/initial-state.ts';
import { fc, resourceOf, stepsOn } from '../cases.ts';
import { many } from '../many.ts';
import type { Program, Rule } from '../rule.ts';
import { BULKY, WATCHED, deeds, fence, made, storySteps, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/without-version-starts-with-what-exists',
  level: 'must',
  title: 'A watch without a version begins with the existing objects, each first as ADDED.',
  cites: ['events.2.2', 'events.4.1', 'parameters.list.resource-version.2', 'parameters.list.watch.2'],
  operations: WATCHED,
  cases: (operation) => {
    const few = fc.record({ before: deeds(operation, 0, 3) }).map(({ before }) => [
      ...made(operation, ['a', 'ab']),
      ...storySteps(
        operation,
        before.filter(({ what }) => what !== 'remove'),
        ['a', 'ab'],
      ),
      watchBy(operation, 'seen'),
      ...fence(operation, 'seen'),
    ]);
    const crowd: Program = [
      many(stepsOn(resourceOf(operation))),
      ...made(operation, ['a']),
      watchBy(operation, 'seen'),
      ...fence(operation, 'seen'),
    ];
    return operation.verb === 'list' && BULKY.includes(operation) ? fc.constant(crowd) : few;
  },
  check: judgeInitialState,
  least: 2,
};
