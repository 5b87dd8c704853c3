import * as fc from 'fast-check';
import type { Finding } from '../../checks/finding.ts';
import { judgeTold } from '../../checks/watch-demands.ts';
import type { History } from '../../oracle/history.ts';
import type { Rule } from '../rule.ts';
import { BEFORE, WATCHED, deeds, watchedStory } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/misses-nothing',
  level: 'must',
  title: 'A watch tells every create and every change that was acknowledged while it was open, whichever verb, path or view made it.',
  cites: ['semantics.8', 'events.1.2', 'parameters.list.watch.1'],
  operations: WATCHED,
  cases: (operation) => fc.record({ there: BEFORE, story: deeds(operation, 4, 7) }).map((case_) => watchedStory(operation, case_)),
  check: (history: History): Iterable<Finding> => judgeTold(history, ({ start }) => start.from === 'existing'),
  least: 2,
};
