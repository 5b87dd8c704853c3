import type { Operation } from '../../../spec/surface/operations.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import type { Program, Template } from '../../drivers/program.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { Extra } from '../steps.ts';
import { resourceOf, stepsOn } from '../steps.ts';

export const CREATES_AND_REPLACES: readonly Operation[] = OPERATIONS.filter(({ verb }) => verb === 'create' || verb === 'replace');

export const WRITES: readonly Operation[] = OPERATIONS.filter(({ verb }) => verb === 'create' || verb === 'replace' || verb === 'patch');

/**
 * A program that sends one write of that operation which is to be refused, with these extras, and looks whether it left a trace:
 * under the name `{{a}}`, which exists before a replace or patch, and does not before a create.
 */
export function attempt(operation: Operation, body: Template, extra: Extra = {}): Program {
  const on = stepsOn(resourceOf(operation));
  const look: Program = [on.get('{{a}}'), on.list()];
  if (operation.verb === 'create') return [on.list(), on.createHere(body, extra), ...look];
  const made: Program = [on.create(minimalObject(on.maker, '{{a}}')), on.get('{{a}}', { as: 'read' })];
  return [...made, operation.verb === 'replace' ? on.replace('{{a}}', body, extra) : on.patch('{{a}}', body, extra), ...look];
}
