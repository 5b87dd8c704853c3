import type { History } from '../../oracle/history.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { succeeded } from '../responses.ts';
import { deletions, isUnheeded, queryCounts } from './deletes.ts';
import { ownersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import type { CheckContext, Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import { freshReadsAfter } from '../fresh-reads.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';

/** Judges that deletes with orphaning keep the objects whose only owner was deleted. */
export function* judgeOrphaned(history: History, context: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const { exchange, before, options } of deletions(history)) {
    if (
      !succeeded(exchange) ||
      isUnheeded(exchange, context) ||
      !queryCounts(exchange, context.choices) ||
      !(options.policy === 'Orphan' || options.orphan === true)
    )
      continue;
    for (const key of observed.keysNear(exchange.began)) {
      const child = observed.lastObservation(key, exchange.began, true);
      if (
        child === undefined ||
        before.uid === undefined ||
        ownersOf(child.content).length !== 1 ||
        ownersOf(child.content)[0] !== before.uid
      )
        continue;
      for (const { seen, where } of freshReadsAfter(history, observed, key, exchange)) {
        const kept = seen !== undefined && seen.uid === child.uid && !isTerminating(seen.content);
        if (kept) yield held(exchange, options.given);
        else
          yield violated(
            exchange,
            `${key.kind} ${key.name}, whose owner was orphaning, is left`,
            `${seen === undefined ? 'nothing' : 'it is being deleted'} in ${where}`,
            `a dependant goes: ${options.given}`,
          );
      }
    }
  }
}
