import { judgeInitialState } from '../../checks/watch/initial-state.ts';
import { awaitObject, fc, inTurn, resourceOf, stepsOn } from '../cases.ts';
import { heldObject, release } from '../held-object.ts';
import { many } from '../many.ts';
import type { Operation, Program, Rule } from '../rule.ts';
import { deeds, storySteps } from './story.ts';
import { BULKY, WATCHED, fence, made, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/without-version-starts-with-what-exists',
  level: 'must',
  title:
    'A watch without a version begins with the existing objects, each first as ADDED. If it begins with an earlier state, it also delivers the changes since.',
  cites: ['events.2.2', 'events.4.1', 'parameters.list.resource-version.2', 'parameters.list.watch.2'],
  operations: WATCHED,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const terminates = operation.verb !== 'watch' && on.resource.namespaced ? inTurn(true, false) : fc.constant(false);
    const few = fc.record({ before: deeds(operation, 0, 3), terminates }).map(({ before, terminates }) => [
      ...(terminates ? [on.create(heldObject(on, '{{h}}')), on.remove('{{h}}'), on.get('{{h}}')] : []),
      ...made(operation, ['a', 'ab']),
      ...storySteps(
        operation,
        before.filter(({ what }) => what !== 'remove'),
        ['a', 'ab'],
      ),
      watchBy(operation, 'seen'),
      watchBy(operation, 'seen too'),
      ...fence(operation, 'seen', 'seen too'),
      ...ofOneName(operation),
      ...(terminates ? [on.get('{{h}}'), release(on, '{{h}}')] : []),
    ]);
    const crowd: Program = [
      many(on),
      ...made(operation, ['a']),
      watchBy(operation, 'seen'),
      ...fence(operation, 'seen'),
    ];
    return operation.verb === 'list' && BULKY.includes(operation) ? fc.constant(crowd) : few;
  },
  check: judgeInitialState,
  least: 2,
};

/** A watch that selects an existing object by its name. */
function ofOneName(operation: Operation): Program {
  return [watchBy(operation, 'named', { fieldSelector: 'metadata.name={{a}}' }), awaitObject('named', '{{a}}')];
}
