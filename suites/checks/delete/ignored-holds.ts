import type { History } from '../../oracle/history.ts';
import { at, textAt } from '../../oracle/json.ts';
import { type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { DELETION_OF_KIND } from '../../oracle/state/writes.ts';
import { finalizersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import { creations } from '../create/creations.ts';
import { freshReadsAfter } from '../fresh-reads.ts';
import { succeeded } from '../responses.ts';
import { type Deletion, deletions } from './deletes.ts';
import { ON_DEPENDANTS, ownFinalizers } from './own-finalizers.ts';

/**
 * Evidence that finalizers or grace periods do not hold objects on this server, which the document leaves open;
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
  const dropping = creations(history).find(
    ({ sent, made }) => finalizersOf(sent).some((each) => !ON_DEPENDANTS.has(each)) && finalizersOf(made).length === 0,
  )?.exchange.request;
  return dropping && `${dropping.method} ${dropping.path} kept none of the finalizers in its body`;
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
