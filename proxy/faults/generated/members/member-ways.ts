import { isDeepStrictEqual } from 'node:util';
import { resolved } from '../../../../spec/schemas/index.ts';
import type { Bendable } from '../../fault.ts';
import type { Witness } from '../witness.ts';
import { type MemberPlace, sampleOf } from './member-place.ts';
import { isConfusedWithKept, mayFillIn, mayStandAlone } from './fill-ins.ts';
import { zeroOf } from './other-value.ts';
import { spotsIn } from './pattern.ts';
import { siblingOf } from './sibling.ts';
import { isInWholeList } from './whole-lists.ts';
import {
  changed,
  dropped,
  emptyEntriesDropped,
  kept,
  madeUp,
  nullTakenForZero,
  refused,
  takesFirst,
  takesSibling,
  type MemberDefect,
  zeroDropped,
} from './ways.ts';
import { leavingOut, setting, unsetting, writingElse } from './witnesses.ts';
import { isPatch, isTabulated, MAIN_WRITES, POST, STATUS_WRITES, type WriteForm } from './write.ts';

/** One faulty behaviour for members: where it applies, and the witness that shows it. */
export interface MemberWay {
  readonly id: string;
  /** The effect of the fault on the member, as a sentence with the title of the write. */
  readonly says: (place: MemberPlace, write: string) => string;
  readonly writes: (place: MemberPlace) => readonly WriteForm[];
  readonly hooks: (place: MemberPlace) => MemberDefect;
  readonly witness: (place: MemberPlace, write: WriteForm, sample: Bendable) => Witness;
  /** The turn of the sample that shows it; `undefined` if the behaviour does not apply to the member. */
  readonly turn: (place: MemberPlace) => number | undefined;
  /** Why the document allows it, if it does. */
  readonly allowed?: (place: MemberPlace) => string | undefined;
}

export const carrying = ({ inStatus, isNeeded, resource, pattern, member }: MemberPlace): readonly WriteForm[] => {
  const all = inStatus ? STATUS_WRITES : isFixed(resource.kind, pattern, member) ? [POST] : MAIN_WRITES;
  return isNeeded ? all.filter((write) => !isPatch(write)) : all;
};
export const withoutPatches = (place: MemberPlace): readonly WriteForm[] =>
  carrying(place).filter((write) => !isPatch(write));
export const merges = (place: MemberPlace): readonly WriteForm[] =>
  carrying(place).filter((write) => /merge|strategic/.test(write.id) && !isInWholeList(place, write));

/** Members that no later write changes, so that only a POST has them. */
function isFixed(kind: string, [first, second]: readonly string[], member: string): boolean {
  if (first !== 'spec') return kind === 'Secret' && member === 'type';
  return (
    kind === 'Pod' ||
    (kind === 'Job' && second !== 'parallelism' && second !== 'activeDeadlineSeconds') ||
    (kind === 'Service' && (member === 'clusterIP' || member === 'type'))
  );
}

const first = ({ turns }: MemberPlace): number => turns[0];

/** The first turn in which the member has no default value, so that the object shows whether it was stored. */
export function telling({ turns, values }: MemberPlace): number | undefined {
  return turns[values.findIndex((value) => !DEFAULTS.has(value))];
}

export const optional = (place: MemberPlace): number | undefined => (place.isRequired ? undefined : telling(place));
const isLeaf = ({ schema }: MemberPlace): boolean => resolved(schema).properties === undefined;
const isMap = ({ schema }: MemberPlace): boolean => resolved(schema).additionalProperties !== undefined;

/** Words and booleans that are defaults, or that servers treat as absent: a made-up value must differ from them. */
const DEFAULTS: ReadonlySet<unknown> = new Set([
  'ClusterFirst',
  'Always',
  'IfNotPresent',
  'File',
  'RollingUpdate',
  'Allow',
  'TCP',
  'HTTP',
  'None',
  'ClusterIP',
  'Opaque',
  'Active',
  'Cluster',
  'In',
  'Equal',
  false,
  undefined,
]);

/** The value of a late turn: servers that keep an old value are another fault. */
function inventedValue({ values }: MemberPlace): unknown {
  return values.findLast((value) => !DEFAULTS.has(value));
}

/**
 * Whether a server may fill in the member of a new object. A PUT of the object that was read
 * changes nothing, and a PUT that leaves the member out may not keep it.
 */
function isFilledIn(place: MemberPlace): boolean {
  return !place.inStatus && mayFillIn(place) !== undefined;
}

/** Whether the type distinguishes zero from absent. */
function zeroTurn(place: MemberPlace): number | undefined {
  const at = place.values.findIndex((value) => value === zeroOf(place.schema));
  return place.schema['x-pointer'] === true && at !== -1 ? place.turns[at] : undefined;
}

export const MEMBER_WAYS: readonly MemberWay[] = [
  {
    id: 'dropped',
    says: (_, write) => `is dropped from ${write}`,
    writes: carrying,
    hooks: () => dropped,
    witness: setting,
    turn: telling,
  },
  {
    id: 'refused',
    says: (_, write) => `makes the server refuse ${write}, although its value is legal`,
    hooks: () => refused,
    witness: setting,
    turn: first,
    // A server may refuse any write that the tables lack.
    writes: (place) => carrying(place).filter((write) => isTabulated(write, place.resource)),
  },
  {
    id: 'made-up',
    says: (_, write) => `gets a value from ${write} that leaves it out`,
    writes: (place) => (isFilledIn(place) ? [POST] : withoutPatches(place)),
    hooks: (place) => madeUp(inventedValue(place)),
    witness: leavingOut,
    allowed: mayFillIn,
    turn: (place) =>
      isLeaf(place) && mayStandAlone(place) && inventedValue(place) !== undefined ? optional(place) : undefined,
  },
  {
    id: 'absent-as-zero',
    says: (_, write) => `becomes zero after ${write} that leaves it out`,
    writes: (place) => (isConfusedWithKept(place) ? [POST] : withoutPatches(place)),
    hooks: (place) => madeUp(zeroOf(place.schema)),
    witness: leavingOut,
    allowed: mayFillIn,
    turn: (place) =>
      place.schema['x-pointer'] === true && typeof zeroOf(place.schema) === 'number' ? optional(place) : undefined,
  },
  {
    id: 'kept',
    says: (_, write) => `stays although ${write} removes it`,
    writes: (place) => carrying(place).filter(({ id }) => id !== POST.id),
    hooks: () => kept,
    witness: unsetting,
    turn: optional,
  },
  {
    id: 'changed',
    says: (_, write) => `changes after ${write} that does not change it`,
    hooks: () => changed,
    witness: writingElse,
    turn: (place) => (place.isNeeded && !isLeaf(place) ? undefined : telling(place)),
    writes: ({ inStatus, resource }) =>
      (inStatus ? MAIN_WRITES : [...MAIN_WRITES, ...(resource.hasStatus ? STATUS_WRITES : [])]).filter(
        ({ id }) => id !== POST.id,
      ),
  },
  {
    id: 'takes-sibling',
    says: (place, write) => `takes the value of \`${siblingOf(place) ?? ''}\` in ${write}`,
    writes: withoutPatches,
    hooks: (place) => takesSibling(siblingOf(place) ?? ''),
    witness: setting,
    turn: (place) => (siblingOf(place) === undefined ? undefined : telling(place)),
  },
  {
    id: 'takes-first',
    says: (_, write) => `takes the value of the first element in ${write}`,
    writes: withoutPatches,
    hooks: () => takesFirst,
    witness: setting,
    turn: (place) =>
      place.pattern.includes('+') && isLeaf(place) && !place.isNeeded && differsFromFirst(place)
        ? first(place)
        : undefined,
  },
  {
    id: 'zero-dropped',
    says: (_, write) => `counts as absent if ${write} sets it to zero`,
    writes: carrying,
    hooks: () => zeroDropped,
    witness: setting,
    turn: zeroTurn,
  },
  {
    id: 'empty-dropped',
    says: (_, write) => `loses the entries with an empty string in ${write}`,
    writes: withoutPatches,
    hooks: () => emptyEntriesDropped,
    witness: setting,
    turn: (place) => (isMap(place) && hasEmptyEntry(place) ? first(place) : undefined),
  },
  {
    id: 'null-as-zero',
    says: (_, write) => `becomes zero if ${write} sets it to null`,
    writes: (place) => (isConfusedWithKept(place) ? [] : merges(place)),
    hooks: () => nullTakenForZero,
    witness: unsetting,
    allowed: mayFillIn,
    turn: (place) =>
      place.schema['x-pointer'] === true && typeof zeroOf(place.schema) === 'number' ? optional(place) : undefined,
  },
];

/** Whether the later elements of the sample have another value than the first one. */
function differsFromFirst({ resource, pattern, turns }: MemberPlace): boolean {
  const sample = sampleOf(resource, turns[0]);
  const [one] = spotsIn(sample, pattern.with(pattern.lastIndexOf('+'), '0'));
  return one !== undefined && spotsIn(sample, pattern).some(({ value }) => !isDeepStrictEqual(value, one.value));
}

function hasEmptyEntry({ values }: MemberPlace): boolean {
  return values.some((value) => Object.values(value ?? {}).includes(''));
}
