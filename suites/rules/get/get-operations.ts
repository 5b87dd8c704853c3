import { OPERATIONS } from '../../../spec/surface/operations.ts';
import type { CallStep } from '../../program/program.ts';
import type { Extra, Steps } from '../cases.ts';
import type { Operation } from '../rule.ts';

export const GETS: readonly Operation[] = OPERATIONS.filter(({ verb }) => verb === 'get');

/** Gets of objects by their own path and by their /status. */
export const READS: readonly Operation[] = OPERATIONS.filter(({ verb }) => verb === 'get' || verb === 'getStatus');

/** The get of an object by the path of that operation. */
export function readBy({ verb }: Operation, on: Steps, name: string, extra?: Extra): CallStep {
  return verb === 'getStatus' ? on.getStatus(name, extra) : on.get(name, extra);
}
