import type { History } from '../../oracle/history.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { freshReadsAfter } from '../fresh-reads.ts';
import { succeeded } from '../responses.ts';
import { deletions } from './deletes.ts';
import { ownFinalizers } from './own-finalizers.ts';

/**
 * Evidence that finalizers do not hold objects on this server, which the document leaves open; `undefined` if nothing
 * shows it:
 *
 *     DELETE /api/v1/namespaces/a/configmaps/b removed the object at once, in spite of its finalizers
 */
export function ignoredFinalizers(history: History): string | undefined {
  const observed = observedStateOf(history);
  for (const { exchange, key, before } of deletions(history)) {
    if (!succeeded(exchange) || ownFinalizers(observed, before).length === 0) continue;
    const [read] = freshReadsAfter(history, observed, key, exchange);
    if (read !== undefined && read.seen === undefined)
      return `${exchange.request.method} ${exchange.request.path} removed the object at once, in spite of its finalizers`;
  }
  return undefined;
}
