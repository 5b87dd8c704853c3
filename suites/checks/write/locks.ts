import type { Exchange, History } from '../../oracle/history.ts';
import { textAt } from '../../oracle/json.ts';
import { type ObjectKey, type Observation, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import type { Verb } from '../../../spec/surface/operations.ts';
import {
  callsOf,
  isResourceCall,
  type ResourceCalled,
  sent,
  turnedDown,
  versionNamed,
  keyCalled,
} from '../responses.ts';
import { stateBefore, writesSince } from '../fresh-reads.ts';

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
 * Whether a write may have been refused for a conflict: it names a version, and no later read shows that it was still
 * the current one, so a controller may have written in between.
 */
export function mayBeConflict(history: History, exchange: ResourceCalled): boolean {
  const found = nextVersion(history, exchange);
  return found !== undefined && found.next !== found.named;
}

/** Whether the version that a write names was replaced before it, or the next read after it shows another one. */
export function isReplacedBeside(history: History, exchange: Exchange): boolean {
  const found = nextVersion(history, exchange);
  if (found === undefined) return false;
  return found.wasReplaced || (found.next !== undefined && found.next !== found.named);
}

/** Whether a write was turned down and names a replaced version: servers have codes of their own for that. */
export function turnedDownAsStale(history: History, exchange: Exchange): boolean {
  return turnedDown(exchange) && isReplacedBeside(history, exchange);
}

interface NextVersion {
  /** The version that a write names. */
  readonly named: string;
  /** Whether the object certainly had another one since, before the write. */
  readonly wasReplaced: boolean;
  /** The version that the next read shows, if no other write of the suite may have made it. */
  readonly next: string | undefined;
}

/**
 * `undefined` if the write names no version. The next read may be one of `/status`, and through a group-version whose
 * other reads are not served.
 */
function nextVersion(history: History, exchange: Exchange): NextVersion | undefined {
  if (!isResourceCall(exchange) || exchange.call.name === undefined) return undefined;
  const named = versionNamed(exchange);
  if (named === undefined) return undefined;
  const key = keyCalled(exchange);
  const observed = observedStateOf(history);
  const wasReplaced = observed.wasReplaced(key, named, exchange.began);
  const next = observed
    .observationsOf(key)
    .find(({ source, began }) => (source === 'get' || source === 'list') && began > exchange.ended);
  const mayBeOurs = next !== undefined && writesSince(observed, key, exchange).some(({ began }) => began < next.ended);
  return { named, wasReplaced, next: mayBeOurs ? undefined : next?.version };
}
