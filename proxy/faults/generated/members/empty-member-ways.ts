import {
  emptyOf,
  emptySort,
  isEmptyObject,
  isExplicit,
  isMergedList,
  isShown,
  isTextMap,
  mayBeEmpty,
  staysAbsent,
} from './empties.ts';
import { emptyDropped, emptyEntriesRemoved, emptyTakenForNull, nullEntriesEmptied, shownAs } from './empty-ways.ts';
import type { MemberPlace } from './member-place.ts';
import { carrying, type MemberWay, merges, optional, withoutPatches } from './member-ways.ts';
import { emptying, leavingOut, settingEntries } from './witnesses.ts';
import { isPatch, isStrategic, type WriteForm } from './write.ts';
import { isInWholeList } from './whole-lists.ts';

const SAME = 'No sentence tells an absent member from an empty text, list or map, or from a zero that is no pointer.';
const NULL =
  'Object metadata: "`null` inside pod templates" is the value of a time that is absent. No sentence says that responses leave out members without a value.';

/** The patches in which an empty value of the member replaces its value. */
function emptyingPatches(place: MemberPlace): readonly WriteForm[] {
  const patches = carrying(place).filter((write) => isPatch(write) && !isInWholeList(place, write));
  if (emptySort(place) === 'map') return patches.filter((write) => !isMerge(place, write));
  return isMergedList(place) ? patches.filter((write) => !isStrategic(write)) : patches;
}

/** The patches in which an empty value of the member changes nothing, or differs from no value. */
function mergingPatches(place: MemberPlace): readonly WriteForm[] {
  if (emptySort(place) === 'scalar') return emptyingPatches(place);
  if (emptySort(place) === 'list') return isMergedList(place) ? merges(place).filter(isStrategic) : [];
  return merges(place);
}

/** Whether an object shows that a patch removed the member instead of setting it to its empty value. */
function differsFromNull(place: MemberPlace): boolean {
  if (emptySort(place) !== 'scalar') return place.member !== 'stringData';
  return isExplicit(place) && mayBeEmpty(place) && !isShown(place);
}

function isMerge(place: MemberPlace, write: WriteForm): boolean {
  return merges(place).some(({ id }) => id === write.id);
}

/** A turn of the sample whose value is neither empty nor a default. */
function fullTurn(place: MemberPlace): number | undefined {
  const empty = JSON.stringify(emptyOf(place));
  const values = place.values.map((value) => (JSON.stringify(value) === empty ? undefined : value));
  return optional({ ...place, values });
}

/** The first write that can lack the member: a POST, or a PUT of a status. */
const firstWhole = (place: MemberPlace): readonly WriteForm[] => withoutPatches(place).slice(0, 1);

/** Faulty behaviours that confuse empty values, null and absent members. */
export const EMPTY_MEMBER_WAYS: readonly MemberWay[] = [
  {
    id: 'emptied-kept',
    says: (_, write) => `stays although ${write} sets it to an empty value`,
    writes: emptyingPatches,
    hooks: () => emptyDropped,
    witness: emptying,
    turn: (place) => (mayBeEmpty(place) && !isShown(place) ? fullTurn(place) : undefined),
  },
  {
    id: 'empty-as-null',
    says: (_, write) => `is removed by ${write} that sets it to an empty value`,
    writes: mergingPatches,
    hooks: () => emptyTakenForNull,
    witness: emptying,
    turn: (place) => (differsFromNull(place) ? fullTurn(place) : undefined),
  },
  {
    id: 'empty-object-dropped',
    says: (_, write) => `is dropped from ${write} if it is an empty object`,
    writes: withoutPatches,
    hooks: () => emptyDropped,
    witness: emptying,
    turn: (place) => (isEmptyObject(place) ? optional(place) : undefined),
  },
  {
    id: 'absent-as-empty',
    says: (_, write) => `is shown as an empty value after ${write} that leaves it out`,
    writes: firstWhole,
    hooks: (place) => shownAs(emptyOf(place)),
    witness: leavingOut,
    allowed: () => SAME,
    turn: (place) => (mayBeEmpty(place) && staysAbsent(place) ? optional(place) : undefined),
  },
  {
    id: 'absent-as-null',
    says: (_, write) => `is shown as null after ${write} that leaves it out`,
    writes: firstWhole,
    hooks: () => shownAs(null),
    witness: leavingOut,
    allowed: () => NULL,
    turn: (place) => (staysAbsent(place) && emptySort(place) !== 'object' ? optional(place) : undefined),
  },
  {
    id: 'empty-entry-removed',
    says: (_, write) => `loses the entries that ${write} sets to an empty text`,
    writes: merges,
    hooks: () => emptyEntriesRemoved,
    witness: settingEntries(''),
    turn: (place) => (isTextMap(place) ? optional(place) : undefined),
  },
  {
    id: 'null-entry-emptied',
    says: (_, write) => `keeps an empty text for the entries that ${write} sets to null`,
    writes: merges,
    hooks: () => nullEntriesEmptied,
    witness: settingEntries(null),
    turn: (place) => (isTextMap(place) ? optional(place) : undefined),
  },
];
