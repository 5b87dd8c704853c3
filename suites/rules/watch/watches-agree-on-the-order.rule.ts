import { perWatch } from '../../checks/watch/per-watch.ts';
import { judgeSameStory } from '../../checks/watch/same-story.ts';
import type { WatchStep } from '../../program/program.ts';
import { awaitVersion, fc, resourceOf, stepsOn } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { WATCHED, fence, lastChange, made, ofOneKind, watchBy } from './watch-steps.ts';
import { writers } from './writers.ts';

/** The writes of each writer. */
const WRITES = 6;

export const rule: Rule = {
  id: 'watch/watches-agree-on-the-order',
  level: 'must',
  title:
    'Watches deliver the changes that they share in one order and without gaps, whatever their scopes and whenever they were opened.',
  cites: ['events.1.1', 'semantics.8'],
  operations: WATCHED,
  needs: ['create', 'patch'],
  cases: (operation) => {
    const watches = (turn: string): WatchStep[] =>
      ofOneKind(operation).map((each, index) => watchBy(each, `${turn}${index}`));
    const [before, during, after] = [watches('before'), watches('during'), watches('after')];
    const streams = [...before, ...during, ...after].map(({ as }) => as);
    return fc.constant([
      ...made(operation, ['a', 'ab']),
      ...before,
      { do: 'together', branches: [...writers(operation, WRITES), ...during.map((watch) => [watch])] },
      ...after,
      ...fence(operation, ...streams),
      // If events come late, all earlier writes may be part of what a watch began with.
      lastChange(stepsOn(resourceOf(operation)), 'after the last', { as: 'then' }),
      ...streams.map((watch) => awaitVersion(watch, 'then')),
    ]);
  },
  check: (history) => perWatch(history, judgeSameStory),
  least: 1,
  shared: true,
};
