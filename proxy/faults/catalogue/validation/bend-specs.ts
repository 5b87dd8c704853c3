import { objectAt } from '../../bend.ts';
import type { Bendable, Fault } from '../../fault.ts';
import { isOne, type Which } from '../../requests.ts';
import { BODIED, membersOf, podSpecsOf, refusing, sending } from '../../ways.ts';

/** Hooks that correct every pod spec in a create or a replace: a server without validation of that member. */
export function podSpecs(mend: (spec: Bendable) => void): Fault['hooks'] {
  return sending(BODIED, (body) => podSpecsOf(body).forEach(mend));
}

export const containers = (spec: Bendable): readonly Bendable[] => [
  ...membersOf(spec, 'containers'),
  ...membersOf(spec, 'initContainers'),
];

export function rollingUpdates(mend: (strategy: Bendable) => void): Fault['hooks'] {
  return sending(BODIED, (body) => {
    const strategy = objectAt(body, 'spec', 'strategy');
    if (strategy !== undefined) mend(strategy);
  });
}

/** A server that refuses some writes with a legal pod spec. */
export function refusingSpecs(which: Which, isUnwanted: (spec: Bendable) => boolean): Fault['hooks'] {
  return refusing((request) => isOne(request, which) && podSpecsOf(request.json).some(isUnwanted), 422, 'Invalid');
}

/** The bounds of the rolling update in an object or a patch. */
export const boundsOf = (value: unknown): Bendable | undefined => objectAt(value, 'spec', 'strategy', 'rollingUpdate');

/** Whether a bound of a rolling update is none of the pods. */
export const isZero = (bound: unknown): boolean => bound === 0 || bound === '0%';
