import { RESOURCES } from '../../../../spec/surface/resources.ts';
import { takenFor } from '../bends.ts';
import type { FaultyOperation } from '../on-operation.ts';
import { collectionTarget, creating, sampleObject, sampleTarget } from '../sample-objects.ts';
import type { Witness, WitnessRequest } from '../witness.ts';
import { dropOption, setOption } from './delete-options.ts';
import type { ParamDefect } from './param-way.ts';

/** A delete of a sample that owns another object, which is read once the garbage collector had time to delete it. */
function deletingAnOwner({ resource }: FaultyOperation, call: WitnessRequest, finalizers?: readonly string[]): Witness {
  const dependant =
    RESOURCES.find(({ kind }) => kind === (resource.kind === 'ConfigMap' ? 'Secret' : 'ConfigMap')) ?? resource;
  const owner = { apiVersion: resource.apiVersion, kind: resource.kind, name: 'a', uid: '{uid:0}' };
  return [
    creating(resource, 'a', finalizers === undefined ? {} : { finalizers }),
    {
      method: 'POST',
      target: collectionTarget(dependant),
      body: sampleObject(dependant, 'dependant', { ownerReferences: [owner] }),
    },
    call,
    { method: 'GET', target: sampleTarget(resource, 'a'), afterMs: 400 },
    { method: 'GET', target: sampleTarget(dependant, 'dependant') },
  ];
}

const POLICY = 'parameters.delete.propagation-policy.1';
const ORPHAN = 'parameters.delete.orphan-dependents.1';
const BOTH = 'orphanDependents=true&propagationPolicy=Orphan';

/** Values that are read as other values: name, value, other. */
const TAKEN: readonly (readonly [name: string, value: string, other: string, clause: string])[] = [
  ['propagationPolicy', 'Orphan', 'Background', POLICY],
  ['propagationPolicy', 'Background', 'Orphan', POLICY],
  ['propagationPolicy', 'Foreground', 'Orphan', POLICY],
  ['orphanDependents', 'true', 'false', ORPHAN],
  ['orphanDependents', 'false', 'true', ORPHAN],
];

/** No delete of an event looks for its dependants. */
const isOwner = ({ resource }: FaultyOperation): boolean => resource.kind !== 'Event';
/** Whether the reference server deletes dependants of the kind by default: it does so for the core group. */
const isBackground = (subject: FaultyOperation): boolean =>
  isOwner(subject) && !subject.resource.apiVersion.includes('/');

interface IgnoredValue {
  readonly name: string;
  readonly value: string;
  readonly clause: string;
  readonly on: (subject: FaultyOperation) => boolean;
  /** The finalizers of the deleted object. */
  readonly finalizers?: readonly string[];
}

/** Values that differ from the defaults, by the kind of the object or by its finalizers. */
const IGNORED: readonly IgnoredValue[] = [
  { name: 'propagationPolicy', value: 'Orphan', clause: POLICY, on: isBackground },
  { name: 'propagationPolicy', value: 'Background', clause: POLICY, on: isOwner, finalizers: ['orphan'] },
  { name: 'orphanDependents', value: 'true', clause: ORPHAN, on: isBackground },
  { name: 'orphanDependents', value: 'false', clause: ORPHAN, on: isOwner, finalizers: ['orphan'] },
];

/** The faulty behaviours for the delete parameters about dependants. */
export function dependantWays(
  anyWays: (query: string, clause: string, tag: string) => readonly ParamDefect[],
): Readonly<Record<string, readonly ParamDefect[]>> {
  const of = (parameter: string): readonly ParamDefect[] => [...takenOf(parameter), ...ignoredOf(parameter)];
  const takenOf = (parameter: string): readonly ParamDefect[] =>
    TAKEN.filter(([name]) => name === parameter).flatMap(([name, value, other, clause]): readonly ParamDefect[] => [
      ...anyWays(`${name}=${value}`, clause, `${value}-`),
      {
        how: `${value}-taken-for-${other}`,
        query: `${name}=${value}`,
        does: `is carried out as with \`${other}\``,
        clause,
        hooks: (picks) => takenFor(picks, (request) => setOption(request, name, other)),
        on: isOwner,
        witness: deletingAnOwner,
      },
    ]);
  return {
    orphanDependents: of('orphanDependents'),
    propagationPolicy: [
      ...of('propagationPolicy'),
      {
        how: 'both-taken',
        query: BOTH,
        does: 'is carried out',
        clause: 'errors.4',
        hooks: (picks) => takenFor(picks, (request) => dropOption(request, 'propagationPolicy')),
      },
    ],
  };
}

function ignoredOf(parameter: string): readonly ParamDefect[] {
  return IGNORED.filter(({ name }) => name === parameter).map(({ name, value, clause, on, finalizers }) => ({
    how: `${value}-ignored`,
    query: `${name}=${value}`,
    does: 'is carried out without that option',
    clause,
    on,
    hooks: (picks) => takenFor(picks, (request) => dropOption(request, name)),
    witness: (subject, call) => deletingAnOwner(subject, call, finalizers),
  }));
}
