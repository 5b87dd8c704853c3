import { OPERATIONS } from '../../../spec/surface/operations.ts';
import type { CallStep } from '../../program/program.ts';
import type { Extra, Steps } from '../cases.ts';
import type { Operation } from '../rule.ts';

export const LISTS: readonly Operation[] = OPERATIONS.filter(({ verb }) => verb === 'list' || verb === 'listAll');

/** Sends the list of the operation: of one namespace, or of all. */
export function listBy(operation: Operation, on: Steps, extra?: Extra): CallStep {
  return operation.verb === 'listAll' ? on.listAll(extra) : on.list(extra);
}
