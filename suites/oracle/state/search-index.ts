import { append } from '../../../shared/group-by.ts';
import { firstIndexFrom } from '../values/first-index.ts';
import type { Exchange } from '../history.ts';
import { at } from '../json.ts';
import { collectionId, keyOf, type ObjectKey } from './object-key.ts';
import { isWhole, mayBeStale } from './observations.ts';

/**
 * The requests that may prove that an object is absent, by the name or the collection that they read. Sorted by
 * beginning.
 */
export class SearchIndex {
  readonly #byPlace = new Map<string, Exchange[]>();

  /** Adds an exchange if it is a read or a delete by the suite. */
  add(exchange: Exchange): void {
    const { resource, verb, namespace, name, watching } = exchange.call ?? {};
    if (resource === undefined || watching !== false || !isOurs(exchange)) return;
    if (verb === 'delete' || (verb === 'get' && !mayBeStale(exchange)))
      append(this.#byPlace, keyOf(resource, namespace, name ?? '').id, exchange);
    else if ((verb === 'list' || verb === 'listAll') && !mayBeStale(exchange) && showsAll(exchange))
      append(this.#byPlace, collectionId(resource.kind, namespace), exchange);
  }

  /**
   * The requests that cover the object's key, began at `began` or later, and ended before `ended`; the latest of
   * each name or collection first.
   */
  *between(key: ObjectKey, began: number, ended: number): Iterable<Exchange> {
    for (const place of new Set([key.id, collectionId(key.kind, key.namespace), collectionId(key.kind, undefined)])) {
      const searches = this.#byPlace.get(place) ?? [];
      for (let index = firstIndexFrom(searches, ended, (search) => search.began) - 1; index >= 0; index -= 1) {
        const search = searches[index];
        if (search === undefined || search.began < began) break;
        if (search.ended < ended) yield search;
      }
    }
  }
}

/** Whether a run of the suite sent the request, by its run header. Then no other client uses its names. */
export function isOurs(exchange: Exchange): boolean {
  return exchange.request.headers.has('x-plumbline-run');
}

/** Whether a list asks for its whole collection: without a selector, and not in parts. */
export function asksForAll({ request: { query } }: Exchange): boolean {
  return !['labelSelector', 'fieldSelector', 'limit', 'continue'].some((name) => query.get(name));
}

/** Whether a list shows its whole collection. */
function showsAll(exchange: Exchange): boolean {
  return isWhole(exchange) && Array.isArray(at(exchange.response?.body?.value, 'items')) && asksForAll(exchange);
}
