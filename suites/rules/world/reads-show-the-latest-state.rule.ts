import { freshReadsOf, stateBefore } from '../../checks/fresh-reads.ts';
import { changedByClients } from '../../checks/not-the-clients.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { READS, WALKED, walkFor } from './world-walks.ts';

export const rule: Rule = {
  id: 'world/reads-show-the-latest-state',
  level: 'must',
  title:
    'After any sequence of writes, every get and list shows each object as the last acknowledged write left it, and no deleted object.',
  cites: ['what-the-service-does.1', 'semantics.7.1', 'parameters.list.resource-version.3'],
  operations: READS,
  needs: WALKED,
  cases: (operation) => walkFor(operation, 16),
  check,
  least: 3,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const key of observed.keys) {
    for (const { exchange, seen, where } of freshReadsOf(history, observed, key)) {
      const before = stateBefore(observed, key, exchange);
      if (before === undefined) {
        if (seen !== undefined && observed.surelyGoneDuring(key, exchange))
          yield violated(exchange, `no ${key.kind} ${key.name}`, `it is in ${where}`, 'shows what is gone');
        else if (seen === undefined && observed.surelyGone(key, exchange.began)) yield held(exchange, 'gone');
      } else if (seen === undefined) {
        if (observed.surelyExists(key, exchange.began) && observed.surelyExists(key, exchange.ended))
          yield violated(exchange, `${key.kind} ${key.name} is there`, `nothing in ${where}`, 'misses what is there');
      } else {
        const changed = changedByClients(before, seen);
        if (changed === undefined) yield held(exchange, `as the ${before.source} left it`);
        else
          yield violated(
            exchange,
            `${changed.path} ${show(changed.expected)}, as the last write left it`,
            `${show(changed.actual)} in ${where}`,
            `an older or other state: ${changed.path}`,
          );
      }
    }
  }
}
