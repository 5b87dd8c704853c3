import { minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import type { Operation, Program, Step } from '../rule.ts';

/**
 * Concurrent writers, each with so many writes, as branches of a `together`: two on `{{a}}`, one on `{{ab}}`, one of
 * them through the other group-version if the kind has one, and one that creates and deletes objects if possible.
 */
export function writers(operation: Operation, times: number): Program[] {
  const on = stepsOn(resourceOf(operation));
  const turns = Array.from({ length: times }, (_, turn) => turn);
  const patches = (writer: string, name: string, gvr = on): Program =>
    turns.map((turn) => gvr.patch(name, { metadata: { annotations: { [`plumbline-${writer}`]: `${turn}` } } }));
  const comings = turns.flatMap((turn): Step[] => [
    on.create(minimalObject(on.maker, `{{c${turn}}}`)),
    ...(turn % 2 === 0 ? [on.remove(`{{c${turn}}}`), on.get(`{{c${turn}}}`)] : []),
  ]);
  return [
    patches('one', '{{a}}'),
    patches('two', '{{a}}', stepsOn(otherGroupVersion(on.resource))),
    patches('three', '{{ab}}'),
    ...(on.resource.namespaced ? [comings] : []),
  ];
}
