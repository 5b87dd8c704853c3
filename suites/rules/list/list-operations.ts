import { OPERATIONS } from '../../../spec/surface/operations.ts';
import type { CallStep } from '../../program/program.ts';
import { type Extra, minimalObject, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { makeNamespace, stepsInNew } from '../new-namespace.ts';
import type { Operation, Program } from '../rule.ts';

export const LISTS: readonly Operation[] = OPERATIONS.filter(({ verb }) => verb === 'list' || verb === 'listAll');

/** Sends the list of the operation: of one namespace, or of all. */
export function listBy(operation: Operation, on: Steps, extra?: Extra): CallStep {
  return operation.verb === 'listAll' ? on.listAll(extra) : on.list(extra);
}

/** Lists of every form: of a new namespace, of an object, by version 0, and by selectors with and without a match. */
export function listsOfEveryForm(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  const inNew =
    operation.verb === 'list' && on.resource.namespaced ? [makeNamespace(), stepsInNew(on.resource).list()] : [];
  const [label, none] = ['plumbline-form={{a}}', 'plumbline-none=selected'];
  return [
    ...inNew,
    on.create({
      $edit: minimalObject(on.maker, '{{a}}'),
      with: [{ set: '/metadata/labels/plumbline-form', to: '{{a}}' }],
    }),
    listBy(operation, on),
    // Informers start with such a list, and watch from its version.
    listBy(operation, on, { query: { resourceVersion: '0' } }),
    listBy(operation, on, { query: { labelSelector: label } }),
    listBy(operation, on, { query: { fieldSelector: 'metadata.name={{a}}' } }),
    listBy(operation, on, { query: { labelSelector: none } }),
    listBy(operation, stepsOn(on.resource, 'ns2'), { query: { labelSelector: none } }),
    listBy(operation, stepsOn(on.resource, 'ns2'), { query: { fieldSelector: 'metadata.name={{b}}' } }),
  ];
}
