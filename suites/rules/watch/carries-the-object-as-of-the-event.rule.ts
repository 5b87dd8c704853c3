import * as fc from 'fast-check';
import { judgeAgreement } from '../../checks/agreement.ts';
import type { Finding } from '../../checks/finding.ts';
import { isRemoval, updateTypesIn } from '../../checks/told.ts';
import { watchesIn } from '../../checks/watches.ts';
import type { History } from '../../oracle/history.ts';
import { worldOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
import { BEFORE, WATCHED, deeds, watchedStory } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/carries-the-object-as-of-the-event',
  level: 'must',
  title: 'The object of an event is what the write that it tells of made, in the state of that version.',
  cites: ['events.2.3', 'semantics.8'],
  operations: WATCHED,
  cases: (operation) =>
    fc.record({ there: BEFORE, story: deeds(operation, 2, 5) }).map((case_) => watchedStory(operation, case_)),
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const updates = updateTypesIn(watchesIn(history), worldOf(history));
  yield* judgeAgreement(history, {
    role: ({ source, event }) => {
      if (source === 'write' || source === 'get') return 'reference';
      return event !== undefined && !isRemoval({ type: event.type, source }, updates) ? 'subject' : undefined;
    },
    shape: ({ event }) => event?.type ?? '',
  });
}
