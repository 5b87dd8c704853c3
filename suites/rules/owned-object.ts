import { minimalObject, type Steps } from './cases.ts';
import { mayOwn, referenceTo } from './reference-to.ts';
import type { Program } from './rule.ts';

/** Creates the smallest object of that name, and, if objects of the kind may have owners, before it an owner. */
export function ownedObject(on: Steps, name: string): Program {
  const body = minimalObject(on.maker, name);
  if (!on.resource.namespaced || !mayOwn(on.maker)) return [on.create(body)];
  const reference = referenceTo(on.maker, '{{o}}', 'owner');
  return [
    on.create(minimalObject(on.maker, '{{o}}'), { as: 'owner' }),
    on.create({ ...body, metadata: { name, ownerReferences: [reference] } }),
  ];
}
