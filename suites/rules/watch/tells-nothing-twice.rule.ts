import * as fc from 'fast-check';
import type { Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import type { Watch, WatchedEvent } from '../../checks/watches.ts';
import { watchesIn } from '../../checks/watches.ts';
import type { History } from '../../oracle/history.ts';
import type { Rule } from '../rule.ts';
import { BEFORE, WATCHED, deeds, watchedStory } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/tells-nothing-twice',
  level: 'must',
  title: 'No event stands twice in a watch: neither one state of an object under one type, nor a write that changed nothing.',
  cites: ['events.1.2', 'rules.5.2'],
  operations: WATCHED,
  cases: (operation) => fc.record({ there: BEFORE, story: deeds(operation, 2, 4) }).map((case_) => watchedStory(operation, case_)),
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  for (const watch of watchesIn(history)) {
    const twin = repeated(watch);
    if (twin !== undefined) yield violated(watch.exchange, 'each event once', `${twin.type} of ${twin.key.name} at version ${twin.version ?? ''} twice`, 'an event is repeated');
    else if (watch.events.length > 1) yield held(watch.exchange, watch.form);
  }
}

function repeated({ events }: Watch): WatchedEvent | undefined {
  const seen = new Set<string>();
  return events.find(({ type, uid, version }) => {
    const identity = JSON.stringify([type, uid, version]);
    const known = seen.has(identity);
    seen.add(identity);
    return known && uid !== undefined && version !== undefined;
  });
}
