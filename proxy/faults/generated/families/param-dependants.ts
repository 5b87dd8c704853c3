import { RESOURCES } from '../../../../spec/surface/resources.ts';
import { isObject } from '../../bend.ts';
import type { FaultyRequest } from '../../fault.ts';
import { takenFor } from '../bends.ts';
import type { FaultyOperation } from '../on-operation.ts';
import { collectionTarget, creating, sampleObject, sampleTarget } from '../sample-objects.ts';
import type { Witness } from '../witness.ts';
import type { ParamDefect } from './param-way.ts';

/** Sets an option of a delete where it was given: in the query, or in the body. */
function setOption(request: FaultyRequest, name: string, value: string): void {
  if (request.query.has(name)) request.query.set(name, value);
  if (isObject(request.json) && Object.hasOwn(request.json, name))
    request.json[name] = name === 'orphanDependents' ? value === 'true' : value;
}

function dropOption(request: FaultyRequest, name: string): void {
  request.query.delete(name);
  if (isObject(request.json)) delete request.json[name];
}

/** A delete of a sample that owns another object, which is read once the garbage collector had time to delete it. */
function deletingAnOwner({ resource }: FaultyOperation, query: string): Witness {
  const dependant =
    RESOURCES.find(({ kind }) => kind === (resource.kind === 'ConfigMap' ? 'Secret' : 'ConfigMap')) ?? resource;
  const owner = { apiVersion: resource.apiVersion, kind: resource.kind, name: 'a', uid: '{uid:0}' };
  return [
    creating(resource, 'a'),
    {
      method: 'POST',
      target: collectionTarget(dependant),
      body: sampleObject(dependant, 'dependant', { ownerReferences: [owner] }),
    },
    { method: 'DELETE', target: `${sampleTarget(resource, 'a')}?${query}` },
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

/** The faulty behaviours for the delete parameters about dependants. */
export function dependantWays(
  anyWays: (query: string, clause: string, tag: string) => readonly ParamDefect[],
): Readonly<Record<string, readonly ParamDefect[]>> {
  const of = (parameter: string): readonly ParamDefect[] =>
    TAKEN.filter(([name]) => name === parameter).flatMap(([name, value, other, clause]): readonly ParamDefect[] => [
      ...anyWays(`${name}=${value}`, clause, `${value}-`),
      {
        how: `${value}-taken-for-${other}`,
        query: `${name}=${value}`,
        does: `is carried out as with \`${other}\``,
        clause,
        hooks: (picks) => takenFor(picks, (request) => setOption(request, name, other)),
        witness: (subject) => deletingAnOwner(subject, `${name}=${value}`),
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
