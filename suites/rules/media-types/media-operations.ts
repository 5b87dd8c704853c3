import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { exercise, type Extra, type Steps } from '../cases.ts';
import type { Operation, Program, Template } from '../rule.ts';

/** Every operation whose response is one body: all but the `/watch/` paths. */
export const SINGLE_RESPONSES: readonly Operation[] = OPERATIONS.filter(({ verb }) => !verb.startsWith('watch'));

/** Operations with a single body whose response is an object or a list of objects of the API. */
export const SHOWING: readonly Operation[] = SINGLE_RESPONSES.filter(
  ({ verb }) => verb !== 'discover' && !verb.startsWith('delete'),
);

/**
 * Makes that object, and then calls the operation on the object of that name with these extras; for a create, the call
 * itself makes it.
 */
export function callBy(operation: Operation, on: Steps, body: Template, extra: Extra, name = '{{a}}'): Program {
  if (operation.verb === 'create') return [on.createHere(body, extra)];
  const rest = exercise(operation, extra, name).slice(1);
  return [on.create(body, { as: 'made' }), ...rest];
}

/** Whether the response is a stream. */
export function isWatch({ response }: Operation): boolean {
  return response === 'WatchEvent';
}
