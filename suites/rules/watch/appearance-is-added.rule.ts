import * as fc from 'fast-check';
import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import type { DueChange } from '../../checks/told.ts';
import { dueChanges } from '../../checks/told.ts';
import type { Watch } from '../../checks/watches.ts';
import { watchesIn } from '../../checks/watches.ts';
import type { History } from '../../oracle/history.ts';
import { worldOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
import { BEFORE, WATCHED, deeds, watchedStory } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/appearance-is-added',
  level: 'must',
  title: 'An object that appears is told as ADDED, and a change of an object that the watch has told of is not.',
  cites: ['events.2.1'],
  operations: WATCHED,
  cases: (operation) => fc.record({ there: BEFORE, story: deeds(operation, 3, 5) }).map((case_) => watchedStory(operation, case_)),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const world = worldOf(history);
  for (const watch of watchesIn(history)) {
    for (const change of dueChanges(watch, world)) {
      const { write, told } = change;
      if (told === undefined) continue;
      const name = write.answer.key.name;
      if (write.verb === 'create') {
        if (told.type === 'ADDED') yield held(watch.exchange, `appearance, ${watch.form}`);
        else yield violated(watch.exchange, `type "ADDED" for ${name}, which was created`, `type ${show(told.type)}`, 'type of an appearance');
      } else if (isKnownToTheStream(watch, change)) {
        if (told.type === 'ADDED') yield violated(watch.exchange, `another type than "ADDED" for a ${write.exchange.request.method} of ${name}, of which the watch has told before`, 'type "ADDED"', 'type of a change');
        else yield held(watch.exchange, `change, ${watch.form}`);
      }
    }
  }
}

/** Whether the stream had an event of the object before the one that tells of the change. */
function isKnownToTheStream({ events }: Watch, { told }: DueChange): boolean {
  return told !== undefined && events.some(({ uid, index }) => uid === told.uid && index < told.index);
}
