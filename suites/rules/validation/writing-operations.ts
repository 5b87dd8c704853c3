import { OPERATIONS, isUpdate } from '../../../spec/surface/operations.ts';
import { type Extra, makeAndRead, minimalObject, readAfterEach, resourceOf, type Steps, stepsOn } from '../cases.ts';
import type { PatchForm } from '../patch-form.ts';
import type { Operation, Program, Step, Template } from '../rule.ts';

export const CREATES_AND_REPLACES: readonly Operation[] = OPERATIONS.filter(
  ({ verb }) => verb === 'create' || verb === 'replace',
);

/** Creates and PUTs, those of /status included: their body is an object of the kind. */
export const WRITES_OF_OBJECTS: readonly Operation[] = OPERATIONS.filter(
  ({ verb }) => verb === 'create' || verb === 'replace' || verb === 'replaceStatus',
);

/** Every write with a body, those of /status too. */
export const WRITES_WITH_BODIES: readonly Operation[] = OPERATIONS.filter(
  ({ verb }) => verb === 'create' || isUpdate(verb),
);

export const WRITES: readonly Operation[] = OPERATIONS.filter(
  ({ verb }) => verb === 'create' || verb === 'replace' || verb === 'patch',
);

/**
 * A program that sends one write that must be refused, with these extras, and checks that it left no trace under the
 * name `{{a}}`. Unless the write is a create, the object exists before.
 */
export function attempt(operation: Operation, body: Template, extra: Extra = {}): Program {
  const on = stepsOn(resourceOf(operation));
  const read: Program = [on.get('{{a}}'), on.list()];
  if (operation.verb === 'create') return [on.list(), on.createHere(body, extra), ...read];
  return [...makeAndRead(on, minimalObject(on.maker, '{{a}}')), writeBy(operation, on, body, extra), ...read];
}

/** A program that sends patches that must be refused, one after the other, and checks that each left no trace. */
export function patchAttempts(operation: Operation, patches: readonly PatchForm[]): Program {
  const on = stepsOn(resourceOf(operation));
  const attempts = patches.map(({ body, contentType }) => on.patch('{{a}}', body, { contentType }));
  return [...makeAndRead(on, minimalObject(on.maker, '{{a}}')), ...readAfterEach(on, '{{a}}', attempts), on.list()];
}

function writeBy({ verb }: Operation, on: Steps, body: Template, extra: Extra): Step {
  if (verb === 'replace') return on.replace('{{a}}', body, extra);
  if (verb === 'replaceStatus') return on.replaceStatus('{{a}}', body, extra);
  return verb === 'patchStatus' ? on.patchStatus('{{a}}', body, extra) : on.patch('{{a}}', body, extra);
}
