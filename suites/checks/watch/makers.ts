import { differences } from '../../oracle/comparison.ts';
import { groupBy } from '../../oracle/group-by.ts';
import { at } from '../../oracle/json.ts';
import type { ObjectKey, Sighting, World, Write } from '../../oracle/world.ts';
import { changedByClients, stateBefore } from '../looks.ts';
import { stateId } from './watches.ts';

/** The acknowledged write that answered that state of an object; of several, as no-ops are, the first. */
export function writeOfState(world: World, state: Parameters<typeof stateId>[0]): Write | undefined {
  const known =
    BY_STATE.get(world) ??
    new Map(
      world.writes
        .toReversed()
        .flatMap((write) => (write.answer?.version === undefined ? [] : [[stateId(write.answer), write] as const])),
    );
  BY_STATE.set(world, known);
  return known.get(stateId(state));
}

/** The same where that write surely made it: not where it may have changed nothing, and answered what a control loop had made before. */
export function makerOfState(world: World, state: Parameters<typeof stateId>[0]): Write | undefined {
  const write = writeOfState(world, state);
  return write === undefined || mayBeVain(world, write) ? undefined : write;
}

const BY_STATE = new WeakMap<World, ReadonlyMap<string, Write>>();

/** Whether a write may have answered what was there before: it was seen then, or the write left all that clients write, and of the status for a write of that, as it was. */
function mayBeVain(world: World, write: Write): boolean {
  const known = VAIN.get(write);
  if (known !== undefined) return known;
  const isVain = wasSeenBefore(world, write) || changesNothing(world, write);
  VAIN.set(write, isVain);
  return isVain;
}

/** A write is of one history, so of one world. */
const VAIN = new WeakMap<Write, boolean>();

/** Who answered a state with no object, as a delete does that finalizers hold back, is not known by its answer. */
function wasSeenBefore(world: World, { key, answer, began, exchange }: Write): boolean {
  if (key === undefined || answer?.version === undefined) return false;
  const sightings = sightingsByState(world, key).get(stateId(answer)) ?? [];
  return sightings.some((seen) => seen.exchange !== exchange && seen.ended < began);
}

/** An object of which a slow watch tells thousands of states is asked for each of them: its sightings are sorted once. */
function sightingsByState(world: World, key: ObjectKey): ReadonlyMap<string, readonly Sighting[]> {
  const ofWorld = SEEN.get(world) ?? new Map<string, ReadonlyMap<string, readonly Sighting[]>>();
  SEEN.set(world, ofWorld);
  const known = ofWorld.get(key.id) ?? groupBy(world.sightingsOf(key), stateId);
  ofWorld.set(key.id, known);
  return known;
}

const SEEN = new WeakMap<World, Map<string, ReadonlyMap<string, readonly Sighting[]>>>();

const OF_STATUS: ReadonlySet<string> = new Set(['replaceStatus', 'patchStatus']);
const OF_OBJECT: ReadonlySet<string> = new Set(['replace', 'patch']);

function changesNothing(world: World, { verb, key, answer, exchange }: Write): boolean {
  if (!(OF_STATUS.has(verb) || OF_OBJECT.has(verb)) || key === undefined || answer === undefined) return false;
  const before = stateBefore(world, key, exchange);
  if (before === undefined || before.uid !== answer.uid || changedByClients(before, answer) !== undefined) return false;
  return OF_OBJECT.has(verb) || differences(at(before.content, 'status'), at(answer.content, 'status')).length === 0;
}
