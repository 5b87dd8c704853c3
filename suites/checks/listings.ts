import { type Selectors, selectorsOf } from './selectors.ts';
import { cached } from '../../shared/cached.ts';
import type { History } from '../oracle/history.ts';
import { at, isObject, type JsonObject, textAt } from '../oracle/json.ts';
import { keyOf, type ObjectKey, type ObservedState } from '../oracle/observed-state.ts';
import { received, callsOf, type ResourceCalled } from './responses.ts';

/** A successful list: its request and its items. */
export interface Listing extends Selectors {
  readonly exchange: ResourceCalled;
  readonly response: JsonObject;
  readonly items: readonly JsonObject[];
  /** The items by `ObjectKey.id`, the last of duplicates. */
  readonly byKey: ReadonlyMap<string, JsonObject>;
  /** Whether it asks for the latest state, rather than one at least as fresh as some version. */
  readonly latest: boolean;
}

/** Every list and list-all with a list of objects as its response. */
export function listings(history: History): readonly Listing[] {
  return cached(LISTINGS, history, () => findListings(history));
}

const LISTINGS = new WeakMap<History, readonly Listing[]>();

function findListings(history: History): Listing[] {
  return callsOf(history.exchanges, 'list', 'listAll').flatMap((exchange) => {
    const response = received(exchange);
    const listed = at(response, 'items');
    if (response === undefined || !Array.isArray(listed)) return [];
    const items = (listed as readonly unknown[]).filter(isObject);
    return [
      {
        exchange,
        response,
        items,
        byKey: new Map(items.map((item) => [keyOfItem(exchange, item).id, item])),
        ...selectorsOf(exchange),
        latest: !exchange.request.query.has('resourceVersion'),
      },
    ];
  });
}

/** Every list and list-all with a 2xx response, of any content. */
export function successfulLists(
  history: History,
): readonly { readonly exchange: ResourceCalled; readonly response: JsonObject }[] {
  return callsOf(history.exchanges, 'list', 'listAll').flatMap((exchange) => {
    const response = received(exchange);
    return response === undefined ? [] : [{ exchange, response }];
  });
}

export function keyOfItem(exchange: ResourceCalled, item: JsonObject): ObjectKey {
  const namespace = textAt(item, 'metadata', 'namespace') ?? exchange.call.namespace;
  return keyOf(exchange.call.resource, namespace, textAt(item, 'metadata', 'name') ?? '');
}

/** Whether the list covers the kind and the namespace of that object. */
export function covers({ exchange: { call } }: Listing, key: ObjectKey): boolean {
  return call.resource.kind === key.kind && (call.namespace === undefined || call.namespace === key.namespace);
}

/** Objects of the list's kind and namespace that certainly existed during the whole list. */
export function existingThrough(observed: ObservedState, listing: Listing): readonly ObjectKey[] {
  return cached(EXISTING, listing, () => findExisting(observed, listing));
}

/** A listing belongs to one history, and so to one observed state. */
const EXISTING = new WeakMap<Listing, readonly ObjectKey[]>();

function findExisting(observed: ObservedState, listing: Listing): ObjectKey[] {
  const { began, ended, call } = listing.exchange;
  return observed
    .keysOf(call.resource.kind, call.namespace)
    .filter((key) => observed.surelyExists(key, began) && observed.surelyExists(key, ended));
}
