import type { History } from '../../oracle/history.ts';
import { type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { succeeded } from '../responses.ts';
import { at } from '../../oracle/json.ts';
import { type Deletion, deletions, isUnheeded, queryCounts } from './deletes.ts';
import { addsOrphanFinalizer, ORPHAN } from './unwanted-orphaning.ts';
import { finalizersOf, ownersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import type { CheckContext, Finding } from '../finding.ts';
import { held, show, violated } from '../findings.ts';
import { existsThrough, freshReadsAfter } from '../fresh-reads.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';

/** Judges that deletes with orphaning keep the objects whose owner was deleted, and the other owners of these. */
export function* judgeOrphaned(history: History, context: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const deletion of deletions(history)) {
    const { exchange, before, options } = deletion;
    if (!succeeded(exchange) || isUnheeded(exchange, context)) continue;
    if (!isOrphaning(deletion, context) && !isOrphaningByItself(deletion, observed)) continue;
    for (const key of observed.keysNear(exchange.began)) {
      const child = observed.lastObservation(key, exchange.began, true);
      if (child === undefined || before.uid === undefined || !ownersOf(child.content).includes(before.uid)) continue;
      const others = ownersOf(child.content).filter((uid) => uid !== before.uid);
      for (const { exchange: read, seen, where } of freshReadsAfter(history, observed, key, exchange)) {
        if (!others.every((uid) => uid !== undefined && existsThrough(observed, uid, exchange, read))) continue;
        const kept = seen !== undefined && seen.uid === child.uid && !isTerminating(seen.content);
        const lost = kept && others.some((uid) => !ownersOf(seen.content).includes(uid));
        if (lost)
          yield violated(
            exchange,
            `${key.kind} ${key.name} keeps its other owner`,
            `owners ${show(ownersOf(seen.content))} in ${where}`,
            `a dependant loses another owner: ${options.given}`,
          );
        else if (kept) yield held(exchange, options.given);
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

/** Whether the delete orphans: by its body, whatever its query says, or by a query that counts. */
function isOrphaning({ exchange, options: { policy, orphan } }: Deletion, { choices }: CheckContext): boolean {
  const body = exchange.request.body?.value;
  const isInBody = at(body, 'propagationPolicy') === 'Orphan' || at(body, 'orphanDependents') === true;
  return isInBody || (queryCounts(exchange, choices) && (policy === 'Orphan' || orphan === true));
}

/**
 * Whether the delete sets no policy and the object has the orphan finalizer, which then decides (document, Delete
 * query parameters). The collector takes the finalizer from terminating objects once it is done.
 */
function isOrphaningByItself({ before, options: { policy, orphan } }: Deletion, observed: ObservedState): boolean {
  return (
    policy === undefined &&
    orphan === undefined &&
    finalizersOf(before.content).includes(ORPHAN) &&
    !isTerminating(before.content) &&
    addsOrphanFinalizer(observed)
  );
}
