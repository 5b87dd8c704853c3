import type { History } from '../../oracle/history.ts';
import { at, type JsonObject, textAt } from '../../oracle/json.ts';
import { type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { DELETION_OF_KIND } from '../../oracle/state/writes.ts';
import { finalizersOf, ownersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import { creations } from '../create/creations.ts';
import { freshReadsAfter } from '../fresh-reads.ts';
import { succeeded } from '../responses.ts';
import { type Deletion, deletions } from './deletes.ts';
import { ON_DEPENDANTS, ownFinalizers } from './own-finalizers.ts';

/**
 * Evidence that finalizers, grace periods or owners do not bind objects on this server, which the document leaves open;
 * `undefined` if nothing shows it:
 *
 *     DELETE /api/v1/namespaces/a/configmaps/b removed the object at once, in spite of its finalizers
 *     POST /api/v1/namespaces/a/configmaps kept none of the finalizers in its body
 */
export function ignoredHold(history: History): string | undefined {
  const observed = observedStateOf(history);
  for (const deletion of deletions(history)) {
    const { exchange, key } = deletion;
    const hold = holdOf(observed, deletion);
    if (!succeeded(exchange) || hold === undefined) continue;
    const [read] = freshReadsAfter(history, observed, key, exchange);
    if (read !== undefined && read.seen === undefined)
      return `${exchange.request.method} ${exchange.request.path} removed the object at once, in spite of its ${hold}`;
  }
  for (const { exchange, sent, made } of creations(history)) {
    const dropped = droppedFrom(sent, made);
    if (dropped !== undefined)
      return `${exchange.request.method} ${exchange.request.path} kept none of the ${dropped} in its body`;
  }
  return undefined;
}

/** What an object that was sent had, and the one that was made lacks. */
function droppedFrom(sent: JsonObject, made: JsonObject): 'finalizers' | 'owners' | undefined {
  if (finalizersOf(sent).some((each) => !ON_DEPENDANTS.has(each)) && finalizersOf(made).length === 0)
    return 'finalizers';
  return ownersOf(sent).length > 0 && ownersOf(made).length === 0 ? 'owners' : undefined;
}

/** What should hold the object after its delete: finalizers, or the grace period of a pod on a host. */
function holdOf(observed: ObservedState, { before, options: { grace } }: Deletion): string | undefined {
  if (ownFinalizers(observed, before).length > 0) return 'finalizers';
  const { content } = before;
  const isOnHost =
    DELETION_OF_KIND[before.key.kind] === 'after-grace' && (textAt(content, 'spec', 'nodeName') ?? '') !== '';
  return isOnHost && Number(grace ?? at(content, 'spec', 'terminationGracePeriodSeconds') ?? 0) > 0
    ? 'grace period'
    : undefined;
}
