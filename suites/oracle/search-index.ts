import { firstIndexFrom } from './first-index.ts';
import type { Exchange } from './history.ts';
import { at } from './json.ts';
import type { ObjectKey } from './object-key.ts';
import { keyOf } from './object-key.ts';
import { isWhole, mayBeStale } from './observations.ts';

/** The requests that may show that an object is absent, by where they look: one name, or one collection. In order of their beginning. */
export class SearchIndex {
  readonly #byPlace = new Map<string, Exchange[]>();

  /** Takes an exchange if it is the suite's own look for objects, or its removal of one. */
  add(exchange: Exchange): void {
    const { resource, verb, namespace, name, watching } = exchange.call ?? {};
    if (resource === undefined || watching !== false || !isOurs(exchange)) return;
    if (verb === 'delete' || (verb === 'get' && !mayBeStale(exchange)))
      this.#append(keyOf(resource, namespace, name ?? '').id, exchange);
    else if ((verb === 'list' || verb === 'listAll') && !mayBeStale(exchange) && isWholeCollection(exchange))
      this.#append(collectionId(resource.kind, namespace), exchange);
  }

  /** Those that look where the object would be, began at that position or later, and ended before the other; the latest of each place first. */
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

  #append(place: string, exchange: Exchange): void {
    const known = this.#byPlace.get(place);
    if (known === undefined) this.#byPlace.set(place, [exchange]);
    else known.push(exchange);
  }
}

/** Whether a run of the suite sent it, as its run header says: then the names in it are nobody else's. */
export function isOurs(exchange: Exchange): boolean {
  return exchange.request.headers.has('x-plumbline-run');
}

/** Whether a list shows all that there is: whole, and not restricted. */
function isWholeCollection(exchange: Exchange): boolean {
  const { query } = exchange.request;
  const items = at(exchange.response?.body?.value, 'items');
  return (
    isWhole(exchange) &&
    Array.isArray(items) &&
    !['labelSelector', 'fieldSelector', 'limit', 'continue'].some((name) => query.get(name))
  );
}

function collectionId(kind: string, namespace: string | undefined): string {
  return `${kind}/${namespace ?? ''}`;
}
