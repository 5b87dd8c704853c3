import { cached } from '../../../shared/cached.ts';
import { differences } from '../../oracle/values/comparison.ts';
import { groupBy } from '../../../shared/group-by.ts';
import { at } from '../../oracle/json.ts';
import type { ObjectKey, Observation, ObservedState, Write } from '../../oracle/observed-state.ts';
import { stateBefore } from '../fresh-reads.ts';
import { changedByClients } from '../not-the-clients.ts';
import { stateId } from '../../oracle/state/state-id.ts';

/** The acknowledged write that returned that state of an object; the first, if no-ops returned it too. */
export function writeOfState(observed: ObservedState, state: Parameters<typeof stateId>[0]): Write | undefined {
  return cached(BY_STATE, observed, () => writesByState(observed)).get(stateId(state));
}

/**
 * The write that certainly created the state. `undefined` if the write may be a no-op that returned a controller's
 * state.
 */
export function makerOfState(observed: ObservedState, state: Parameters<typeof stateId>[0]): Write | undefined {
  const write = writeOfState(observed, state);
  return write === undefined || mayBeVain(observed, write) ? undefined : write;
}

const BY_STATE = new WeakMap<ObservedState, ReadonlyMap<string, Write>>();

function writesByState({ writes }: ObservedState): ReadonlyMap<string, Write> {
  const pairs = writes
    .toReversed()
    .flatMap((write) => (write.response?.version === undefined ? [] : [[stateId(write.response), write] as const]));
  return new Map(pairs);
}

/**
 * Whether a write may have returned the previous state: the state was seen before, or the write changed no content
 * that clients write (including the status, for status writes).
 */
function mayBeVain(observed: ObservedState, write: Write): boolean {
  return cached(VAIN, write, () => wasSeenBefore(observed, write) || changesNothing(observed, write));
}

/** A write belongs to one history, and so to one observed state. */
const VAIN = new WeakMap<Write, boolean>();

/**
 * If a response shows no object, as that of a delete held by finalizers, it does not say which write made the state.
 */
function wasSeenBefore(observed: ObservedState, { key, response, began, exchange }: Write): boolean {
  if (key === undefined || response?.version === undefined) return false;
  const observations = observationsByState(observed, key).get(stateId(response)) ?? [];
  return observations.some((seen) => seen.exchange !== exchange && seen.ended < began);
}

/** Cached: a slow watch may deliver thousands of states of one object, and each is looked up. */
function observationsByState(observed: ObservedState, key: ObjectKey): ReadonlyMap<string, readonly Observation[]> {
  const ofState = cached(SEEN, observed, () => new Map());
  return cached(ofState, key.id, () => groupBy(observed.observationsOf(key), stateId));
}

const SEEN = new WeakMap<ObservedState, Map<string, ReadonlyMap<string, readonly Observation[]>>>();

const OF_STATUS: ReadonlySet<string> = new Set(['replaceStatus', 'patchStatus']);
const OF_OBJECT: ReadonlySet<string> = new Set(['replace', 'patch']);

function changesNothing(observed: ObservedState, { verb, key, response, exchange }: Write): boolean {
  if (!(OF_STATUS.has(verb) || OF_OBJECT.has(verb)) || key === undefined || response === undefined) return false;
  const before = stateBefore(observed, key, exchange);
  if (before === undefined || before.uid !== response.uid || changedByClients(before, response) !== undefined)
    return false;
  return OF_OBJECT.has(verb) || differences(at(before.content, 'status'), at(response.content, 'status')).length === 0;
}
