import { differences } from '../../oracle/comparison.ts';
import { groupBy } from '../../oracle/group-by.ts';
import { at } from '../../oracle/json.ts';
import type { ObjectKey, Observation, ObservedState, Write } from '../../oracle/observed-state.ts';
import { changedByClients, stateBefore } from '../fresh-reads.ts';
import { stateId } from './watches.ts';

/** The acknowledged write that answered that state of an object; of several, as no-ops are, the first. */
export function writeOfState(observed: ObservedState, state: Parameters<typeof stateId>[0]): Write | undefined {
  const known =
    BY_STATE.get(observed) ??
    new Map(
      observed.writes
        .toReversed()
        .flatMap((write) => (write.response?.version === undefined ? [] : [[stateId(write.response), write] as const])),
    );
  BY_STATE.set(observed, known);
  return known.get(stateId(state));
}

/** The same where that write surely made it: not where it may have changed nothing, and answered what a control loop had made before. */
export function makerOfState(observed: ObservedState, state: Parameters<typeof stateId>[0]): Write | undefined {
  const write = writeOfState(observed, state);
  return write === undefined || mayBeVain(observed, write) ? undefined : write;
}

const BY_STATE = new WeakMap<ObservedState, ReadonlyMap<string, Write>>();

/** Whether a write may have answered what was there before: it was seen then, or the write left all that clients write, and of the status for a write of that, as it was. */
function mayBeVain(observed: ObservedState, write: Write): boolean {
  const known = VAIN.get(write);
  if (known !== undefined) return known;
  const isVain = wasSeenBefore(observed, write) || changesNothing(observed, write);
  VAIN.set(write, isVain);
  return isVain;
}

/** A write is of one history, so of one world. */
const VAIN = new WeakMap<Write, boolean>();

/** Who answered a state with no object, as a delete does that finalizers hold back, is not known by its answer. */
function wasSeenBefore(observed: ObservedState, { key, response, began, exchange }: Write): boolean {
  if (key === undefined || response?.version === undefined) return false;
  const observations = observationsByState(observed, key).get(stateId(response)) ?? [];
  return observations.some((seen) => seen.exchange !== exchange && seen.ended < began);
}

/** An object of which a slow watch tells thousands of states is asked for each of them: its observations are sorted once. */
function observationsByState(observed: ObservedState, key: ObjectKey): ReadonlyMap<string, readonly Observation[]> {
  const ofState = SEEN.get(observed) ?? new Map<string, ReadonlyMap<string, readonly Observation[]>>();
  SEEN.set(observed, ofState);
  const known = ofState.get(key.id) ?? groupBy(observed.observationsOf(key), stateId);
  ofState.set(key.id, known);
  return known;
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
