import type { History } from '../../oracle/history.ts';
import { type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { removes, type Write } from '../../oracle/state/writes.ts';
import { succeeded } from '../responses.ts';
import type { CheckContext, Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import { deletions, isUnheeded, queryCounts, type SentDeleteOptions } from './deletes.ts';
import { finalizersOf } from '../../oracle/objects/owners-and-finalizers.ts';

/**
 * The orphan finalizer's name on most servers. A server is judged by it only if it was seen to add this finalizer
 * itself.
 */
export const ORPHAN = 'orphan';

/**
 * Judges that deletes that collect, by the policy `Background` or `Foreground` or by `orphanDependents` false, never
 * give the object the orphan finalizer, with which its dependants would stay. Another delete of the object, or a
 * client, may add it.
 */
export function* judgeUnwantedOrphaning(history: History, context: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  const collecting = deletions(history).filter(
    ({ exchange, options }) =>
      isCollecting(options) &&
      succeeded(exchange) &&
      !isUnheeded(exchange, context) &&
      queryCounts(exchange, context.choices),
  );
  if (collecting.length === 0 || !addsOrphanFinalizer(observed)) return;
  for (const { exchange, key, before, options } of collecting) {
    const others = observed.writesTo(key).filter((write) => write.exchange !== exchange);
    if (others.some((write) => namesOrphan(write) || (removes(write) && write.resource.kind === key.kind))) continue;
    const orphaned = observed
      .observationsOf(key)
      .some(({ uid, content }) => uid === before.uid && finalizersOf(content).includes(ORPHAN));
    if (orphaned)
      yield violated(
        exchange,
        `${key.name} never has the finalizer "${ORPHAN}"`,
        'it gets the finalizer',
        `orphans: ${options.given}`,
      );
    else yield held(exchange, options.given);
  }
}

function isCollecting({ policy, orphan }: SentDeleteOptions): boolean {
  if (orphan !== undefined) return orphan === false && policy === undefined;
  return policy === 'Background' || policy === 'Foreground';
}

/** Whether the server itself adds that finalizer: to an object for which no client wrote it. */
export function addsOrphanFinalizer(observed: ObservedState): boolean {
  return observed.keys.some(
    (key) =>
      !observed.writesTo(key).some(namesOrphan) &&
      observed.observationsOf(key).some(({ content }) => finalizersOf(content).includes(ORPHAN)),
  );
}

/** Whether a client may have written the finalizer; the options of a delete have its name in theirs. */
function namesOrphan({ verb, exchange }: Write): boolean {
  return verb !== 'delete' && exchange.request.body?.text.includes(ORPHAN) === true;
}
