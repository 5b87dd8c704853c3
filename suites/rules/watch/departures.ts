import { AT_ONCE, minimalObject, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import { collecting, mayOwn, referenceTo } from '../reference-to.ts';
import type { Operation, Step, Template } from '../rule.ts';

/**
 * The ways in which an object goes: deleted by itself or through the other group-version, with its collection, by
 * removing its last finalizer, or with its owner if the server collects garbage.
 */
export const DEPARTINGS = ['delete', 'other', 'collection', 'held', 'owner'] as const;

/**
 * Creates `{{a}}` if necessary, changes or reads it, and deletes it in that way; a get shows that it is gone. A watch
 * from a version has no event of an object that was only read.
 */
export function comesAndGoes(
  operation: Operation,
  how: (typeof DEPARTINGS)[number],
  before: 'changed' | 'read' = 'changed',
): Step[] {
  const on = stepsOn(resourceOf(operation));
  const patch = (body: Template): Step => on.patch('{{a}}', body);
  return [
    on.create(minimalObject(on.maker, '{{a}}')),
    before === 'read' ? on.get('{{a}}') : patch({ metadata: { annotations: { going: how } } }),
    ...deletionBy(on, how, patch),
    on.get('{{a}}'),
  ];
}

function deletionBy(on: Steps, how: (typeof DEPARTINGS)[number], patch: (body: Template) => Step): Step[] {
  if (how === 'collection')
    return [on.removeAll({ body: AT_ONCE, query: { labelSelector: 'plumbline-case={{case}}' } })];
  if (how === 'held')
    return [
      patch({ metadata: { finalizers: ['example.com/hold'] } }),
      on.remove('{{a}}'),
      on.get('{{a}}'),
      patch({ metadata: { finalizers: null } }),
    ];
  if (how === 'owner' && mayOwn(on.maker))
    return [
      on.create(minimalObject(on.maker, '{{owner}}'), { as: 'owner' }),
      patch({ metadata: { ownerReferences: [referenceTo(on.maker, '{{owner}}', 'owner')] } }),
      ...collecting(on, '{{owner}}'),
      on.get('{{a}}'),
      // If the server collects later or never, the object goes now, before the next step uses its name.
      on.remove('{{a}}'),
    ];
  return [(how === 'other' ? stepsOn(otherGroupVersion(on.resource)) : on).remove('{{a}}')];
}
