import { judgeScope } from '../../checks/watch/watch-scope.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { BEFORE, deeds, storySteps } from './story.ts';
import { WATCHED, fence, made, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/tells-nothing-of-other-namespaces',
  level: 'must',
  title: 'A watch of one namespace delivers no events of another, even if the name of the other begins with its name.',
  cites: ['rules.5.2', 'what-the-service-does.namespaces'],
  operations: WATCHED.filter(
    (operation) => ['watch', 'watchList', 'list'].includes(operation.verb) && resourceOf(operation).namespaced,
  ),
  cases: (operation) => {
    const elsewhere = stepsOn(resourceOf(operation), 'ns11');
    return fc
      .record({ there: BEFORE, story: deeds(operation, 1, 3) })
      .map(({ there, story }) => [
        ...made(operation, there),
        watchBy(operation, 'seen'),
        elsewhere.create(minimalObject(elsewhere.maker, '{{a}}')),
        ...storySteps(operation, story, there),
        elsewhere.patch('{{a}}', { metadata: { annotations: { elsewhere: '1' } } }),
        ...fence(operation, 'seen'),
      ]);
  },
  check: (history: History): Iterable<Finding> => judgeScope(history, 'namespace'),
  least: 2,
};
