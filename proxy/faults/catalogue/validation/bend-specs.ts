import { objectAt } from '../../bend.ts';
import type { Bendable, Fault } from '../../fault.ts';
import { BODIED, membersOf, podSpecsOf, sending } from '../../ways.ts';

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
