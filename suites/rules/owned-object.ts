import { minimalObject, type Steps } from './cases.ts';
import { dependant, mayOwn, referenceTo } from './reference-to.ts';
import type { Program } from './rule.ts';

/** Creates the smallest object of that name, and, if objects of the kind may have owners, before it an owner. */
export function ownedObject(on: Steps, name: string): Program {
  if (!on.resource.namespaced || !mayOwn(on.maker)) return [on.create(minimalObject(on.maker, name))];
  const reference = referenceTo(on.maker, '{{o}}', 'owner');
  return [on.create(minimalObject(on.maker, '{{o}}'), { as: 'owner' }), on.create(dependant(on, name, reference))];
}
