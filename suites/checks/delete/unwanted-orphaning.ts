import type { History } from '../../oracle/history.ts';
import { type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { succeeded } from '../responses.ts';
import type { CheckContext, Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import { deletions, finalizersOf, isUnheeded, queryCounts } from './deletes.ts';

/**
 * The orphan finalizer's name on most servers. A server is judged by it only if it was seen to add this finalizer
 * itself.
 */
export const ORPHAN = 'orphan';

/**
 * Judges that deletes with a policy that collects, `Background` or `Foreground`, never give the object the orphan
 * finalizer, with which its dependants would stay.
 */
export function* judgeUnwantedOrphaning(history: History, context: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const { exchange, key, before, options } of deletions(history)) {
    if (
      (options.policy !== 'Background' && options.policy !== 'Foreground') ||
      options.orphan !== undefined ||
      finalizersOf(before.content).includes(ORPHAN) ||
      !succeeded(exchange) ||
      isUnheeded(exchange, context) ||
      !queryCounts(exchange, context.choices) ||
      !addsOrphanFinalizer(observed)
    )
      continue;
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

/** Whether the server itself adds that finalizer: to an object for which no client wrote it. */
export function addsOrphanFinalizer(observedState: ObservedState): boolean {
  return observedState.keys.some((key) => {
    const wroteIt = observedState
      .writesTo(key)
      .some(({ verb, exchange }) => verb !== 'delete' && exchange.request.body?.text.includes(ORPHAN) === true);
    return !wroteIt && observedState.observationsOf(key).some(({ content }) => finalizersOf(content).includes(ORPHAN));
  });
}
