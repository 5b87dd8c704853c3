import type { Exchange, History } from '../../oracle/history.ts';
import { textAt } from '../../oracle/json.ts';
import {
  keyOf,
  type ObjectKey,
  type Observation,
  type ObservedState,
  observedStateOf,
} from '../../oracle/observed-state.ts';
import type { Verb } from '../../../spec/surface/operations.ts';
import { callsOf, type ResourceCalled, sent, versionNamed, keyCalled } from '../responses.ts';
import { freshReadsAfter, stateBefore } from '../fresh-reads.ts';

/** A write of one object that names the version that its client read. */
export interface LockedWrite {
  readonly exchange: ResourceCalled;
  readonly key: ObjectKey;
  readonly version: string;
  /**
   * `stale`: the object certainly had another version since, under this or another uid. `current`: certainly the
   * latest version.
   */
  readonly state: 'stale' | 'current' | 'unknown';
  /** How the version became stale, as evidence. */
  readonly shape: string;
}

/** Every write of these verbs whose body names a version. */
export function lockedWrites(history: History, ...verbs: readonly Verb[]): LockedWrite[] {
  const observed = observedStateOf(history);
  return callsOf(history.exchanges, ...verbs).flatMap((exchange): LockedWrite[] => {
    const version = versionNamed(exchange);
    if (version === undefined || exchange.call.name === undefined) return [];
    const key = keyCalled(exchange);
    if (observed.wasReplaced(key, version, exchange.began))
      return [{ exchange, key, version, state: 'stale', shape: howReplaced(observed, key, version, exchange) }];
    const before = stateBefore(observed, key, exchange);
    const current = before?.version === version && isItsOwn(exchange, before);
    return [{ exchange, key, version, state: current ? 'current' : 'unknown', shape: 'lone client' }];
  });
}

/** Whether the body names the object's own uid, or none. Another uid would mean another object. */
function isItsOwn(exchange: ResourceCalled, before: Observation): boolean {
  const uid = textAt(sent(exchange), 'metadata', 'uid');
  return uid === undefined || uid === before.uid;
}

function howReplaced(observed: ObservedState, key: ObjectKey, version: string, exchange: ResourceCalled): string {
  if (observed.surelyGone(key, exchange.began)) return 'removed since';
  const seen = observed.observationsOf(key).find((observation) => observation.version === version);
  const since = observed
    .writesTo(key)
    .filter(
      (write) =>
        write.outcome === 'acknowledged' &&
        write.began > (seen?.began ?? 0) &&
        write.settled < exchange.began &&
        write.response?.version !== version,
    );
  if (since.some(({ verb }) => verb === 'delete' || verb === 'deleteCollection')) return 'made again since';
  const last = since.at(-1);
  if (last === undefined) return 'changed by others';
  return `after ${last.verb}${last.resource.id === exchange.call.resource.id ? '' : ' in the other view'}`;
}

/**
 * Whether a write may have been refused for a conflict: it names a version, and the next read shows another one, so
 * a controller may have written in between.
 */
export function mayBeConflict(history: History, exchange: ResourceCalled): boolean {
  const found = nextVersion(history, exchange);
  return found !== undefined && found.next !== found.named;
}

/** Whether the next read after a write shows another version than the one that the write names. */
export function isReplacedBeside(history: History, exchange: Exchange): boolean {
  const found = nextVersion(history, exchange);
  return found?.next !== undefined && found.next !== found.named;
}

/** The version that a write names, and the one that the next read shows; `undefined` if the write names none. */
function nextVersion(
  history: History,
  exchange: Exchange,
): { readonly named: string; readonly next: string | undefined } | undefined {
  const { call } = exchange;
  const named = textAt(sent(exchange), 'metadata', 'resourceVersion');
  if (named === undefined || call?.resource === undefined || call.name === undefined) return undefined;
  const key = keyOf(call.resource, call.namespace, call.name);
  const [read] = freshReadsAfter(history, observedStateOf(history), key, exchange);
  return { named, next: read?.seen?.version };
}
