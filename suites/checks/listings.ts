import type { FieldRequirement } from '../oracle/field-selector.ts';
import { parseFieldSelector, selectsFields } from '../oracle/field-selector.ts';
import type { History } from '../oracle/history.ts';
import type { JsonObject } from '../oracle/json.ts';
import { at, isObject, textAt } from '../oracle/json.ts';
import type { LabelRequirement } from '../oracle/label-selector.ts';
import { parseLabelSelector, selectsLabels } from '../oracle/label-selector.ts';
import type { ObjectKey, ObservedState } from '../oracle/observed-state.ts';
import { keyOf } from '../oracle/observed-state.ts';
import type { ResourceCalled } from './responses.ts';
import { answered, callsOf } from './responses.ts';

/** A list that was answered: what it asked for, and what it shows. */
export interface Listing {
  readonly exchange: ResourceCalled;
  readonly response: JsonObject;
  readonly items: readonly JsonObject[];
  /** The items by `ObjectKey.id`; of duplicates the last. */
  readonly byKey: ReadonlyMap<string, JsonObject>;
  /** Empty where it has no selector; `undefined` where the selector is none that the oracle reads. */
  readonly labels: readonly LabelRequirement[] | undefined;
  readonly fields: readonly FieldRequirement[] | undefined;
  /** Whether it asks for the latest state, rather than for one that is as fresh as some version. */
  readonly latest: boolean;
}

/** Every list and list-all that was answered with a list of objects. */
export function listings(history: History): readonly Listing[] {
  const known = LISTINGS.get(history) ?? findListings(history);
  LISTINGS.set(history, known);
  return known;
}

const LISTINGS = new WeakMap<History, readonly Listing[]>();

function findListings(history: History): Listing[] {
  return callsOf(history.exchanges, 'list', 'listAll').flatMap((exchange) => {
    const response = answered(exchange);
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

/** Every list and list-all that was answered 2xx, whatever the answer is. */
export function answeredLists(
  history: History,
): readonly { readonly exchange: ResourceCalled; readonly response: JsonObject }[] {
  return callsOf(history.exchanges, 'list', 'listAll').flatMap((exchange) => {
    const response = answered(exchange);
    return response === undefined ? [] : [{ exchange, response }];
  });
}

/** The key of an item of a list. */
export function keyOfItem(exchange: ResourceCalled, item: JsonObject): ObjectKey {
  const namespace = textAt(item, 'metadata', 'namespace') ?? exchange.call.namespace;
  return keyOf(exchange.call.resource, namespace, textAt(item, 'metadata', 'name') ?? '');
}

/** Whether the list is of the kind and the namespace of that object. */
export function covers({ exchange: { call } }: Listing, key: ObjectKey): boolean {
  return call.resource.kind === key.kind && (call.namespace === undefined || call.namespace === key.namespace);
}

/** Whether an object fulfils both selectors of the list; `undefined` where one of them is none that the oracle reads. */
export function selectedBy({ labels, fields }: Listing, object: JsonObject): boolean | undefined {
  if (labels === undefined || fields === undefined) return undefined;
  return selectsLabels(labels, object) && selectsFields(fields, object);
}

/** Objects of the list's kind and namespace that surely existed through the whole of it. */
export function existingThrough(observed: ObservedState, listing: Listing): readonly ObjectKey[] {
  const known = EXISTING.get(listing) ?? findExisting(observed, listing);
  EXISTING.set(listing, known);
  return known;
}

/** A listing is of one history, so of one world. */
const EXISTING = new WeakMap<Listing, readonly ObjectKey[]>();

function findExisting(observed: ObservedState, listing: Listing): ObjectKey[] {
  const { began, ended, call } = listing.exchange;
  return observed
    .keysOf(call.resource.kind, call.namespace)
    .filter((key) => observed.surelyExists(key, began) && observed.surelyExists(key, ended));
}
