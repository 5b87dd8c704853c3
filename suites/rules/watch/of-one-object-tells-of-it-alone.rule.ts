import { judgeScope } from '../../checks/watch/watch-scope.ts';
import { fc } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { BEFORE, WATCHED, deeds, watchedStory } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/of-one-object-tells-of-it-alone',
  level: 'must',
  title: 'A watch of one object delivers no events of others, even if their names begin with its name.',
  cites: ['rules.5.1', 'parameters.path.watch-namespace'],
  operations: WATCHED.filter(({ verb }) => verb === 'watch'),
  cases: (operation) =>
    fc.record({ there: BEFORE, story: deeds(operation, 1, 3) }).map(({ there, story }) =>
      watchedStory(operation, {
        there,
        story: [...story, { name: 'ab', what: 'patch', status: {} }, { name: 'ab', what: 'patch', status: {} }],
      }),
    ),
  check: (history: History): Iterable<Finding> => judgeScope(history, 'name'),
  least: 2,
};
