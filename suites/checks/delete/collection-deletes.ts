import { isSelected, selectorsOf } from '../selectors.ts';
import { cached } from '../../../shared/cached.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import { type ObjectKey, type Observation, observedStateOf } from '../../oracle/observed-state.ts';
import { callsOf, type ResourceCalled, succeeded } from '../responses.ts';
import { mustBeGone, optionsOf } from './deletes.ts';
import { stateBefore } from '../fresh-reads.ts';

/** An acknowledged collection delete, and the objects of its collection with a known previous state. */
export interface CollectionDelete {
  readonly exchange: ResourceCalled;
  /** The members that its selectors match. */
  readonly matching: readonly CollectionMember[];
  readonly others: readonly CollectionMember[];
  /** The kind of selection, in words. */
  readonly shape: string;
}

export interface CollectionMember {
  readonly key: ObjectKey;
  readonly before: Observation;
  /** Whether a delete of the object removes it immediately. */
  readonly atOnce: boolean;
}

/** Every acknowledged collection delete with selectors that the oracle can parse. */
export function collectionDeletes(history: History): readonly CollectionDelete[] {
  return cached(KNOWN, history, () => findCollectionDeletes(history));
}

const KNOWN = new WeakMap<History, readonly CollectionDelete[]>();

function findCollectionDeletes(history: History): CollectionDelete[] {
  return callsOf(history.exchanges, 'deleteCollection').flatMap((exchange) => {
    const { query } = exchange.request;
    const selectors = selectorsOf(exchange);
    const { labels, fields } = selectors;
    if (!succeeded(exchange) || labels === undefined || fields === undefined) return [];
    const matches = ({ before }: CollectionMember): boolean => isSelected(selectors, before.content) === true;
    const members = membersOf(history, exchange);
    return [
      {
        exchange,
        matching: members.filter((member) => matches(member) && isInReach(member, query)),
        others: members.filter((member) => !matches(member)),
        shape:
          [...labels.map(({ operator }) => operator), ...fields.map(({ field, operator }) => `${field}${operator}`)]
            .sort()
            .join(' ') || 'no selector',
      },
    ];
  });
}

/**
 * Whether a collection delete certainly finds an object. Its list at version 0 may be stale, and a list at a version
 * may be as old as that version.
 */
function isInReach({ before }: CollectionMember, query: URLSearchParams): boolean {
  const version = query.get('resourceVersion') ?? '';
  return version === '' || version === before.version;
}

/** The objects of the collection of a call, with their known state when it began. */
export function membersOf(history: History, exchange: ResourceCalled): CollectionMember[] {
  const observed = observedStateOf(history);
  const { resource, namespace } = exchange.call;
  return observed.keysOf(resource.kind, namespace).flatMap((key) => {
    const before = stateBefore(observed, key, exchange);
    return before === undefined
      ? []
      : [{ key, before, atOnce: mustBeGone({ exchange, key, before, options: optionsOf(exchange) }) }];
  });
}

/** Whether a collection delete has no selector, or a single label equality. No server has a reason to refuse that. */
export function isPlainlyRestricted({ request: { query } }: Exchange): boolean {
  return /^([a-z-]+=[a-z0-9-]+)?$/.test(query.get('labelSelector') ?? '') && !query.get('fieldSelector');
}
