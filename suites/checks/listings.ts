import { cached } from '../../shared/cached.ts';
import { type FieldRequirement, parseFieldSelector } from '../oracle/objects/field-selector.ts';
import type { History } from '../oracle/history.ts';
import { at, isObject, type JsonObject, textAt } from '../oracle/json.ts';
import { type LabelRequirement, parseLabelSelector } from '../oracle/objects/label-selector.ts';
import { keyOf, type ObjectKey, type ObservedState } from '../oracle/observed-state.ts';
import { received, callsOf, type ResourceCalled } from './responses.ts';

/** A successful list: its request and its items. */
export interface Listing {
  readonly exchange: ResourceCalled;
  readonly response: JsonObject;
  readonly items: readonly JsonObject[];
  /** The items by `ObjectKey.id`, the last of duplicates. */
  readonly byKey: ReadonlyMap<string, JsonObject>;
  /** Empty without a selector; `undefined` if the oracle cannot parse the selector. */
  readonly labels: readonly LabelRequirement[] | undefined;
  readonly fields: readonly FieldRequirement[] | undefined;
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
    const { query } = exchange.request;
    return [
      {
        exchange,
        response,
        items,
        byKey: new Map(items.map((item) => [keyOfItem(exchange, item).id, item])),
        labels: parseLabelSelector(query.get('labelSelector') ?? ''),
        fields: parseFieldSelector(query.get('fieldSelector') ?? ''),
        latest: !query.has('resourceVersion'),
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
