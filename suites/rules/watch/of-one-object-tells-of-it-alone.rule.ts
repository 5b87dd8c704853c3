import { judgeScope } from '../../checks/watch/watch-scope.ts';
import { otherKinds } from '../bystander-case.ts';
import { awaitEvents, fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import type { Finding, History, Operation, Program, Rule } from '../rule.ts';
import { BEFORE, deeds, watchedStory } from './story.ts';
import { WATCHED, fence, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/of-one-object-tells-of-it-alone',
  level: 'must',
  title: 'A watch of one object delivers no events of others, even if their names begin with its name.',
  cites: ['rules.5.1', 'parameters.path.watch-namespace'],
  operations: WATCHED.filter(({ verb }) => verb === 'watch'),
  cases: (operation) =>
    fc.record({ there: BEFORE, story: deeds(operation, 1, 3) }).map(({ there, story }) => [
      ...watchedStory(operation, {
        there,
        story: [...story, { name: 'ab', what: 'patch', status: {} }, { name: 'ab', what: 'patch', status: {} }],
      }),
      ...namesakes(operation),
    ]),
  check: (history: History): Iterable<Finding> => judgeScope(history, 'name'),
  least: 2,
};

/** Objects of every other kind are made under the name of the watched one, and then that one changes once more. */
function namesakes(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  return [
    watchBy(operation, 'alone'),
    awaitEvents('alone', 1),
    ...otherKinds(on.resource).map((other) => other.create(minimalObject(other.maker, '{{a}}'))),
    ...fence(operation, 'alone'),
  ];
}
