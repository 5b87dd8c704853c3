import type { Picks } from '../bends.ts';
import type { Hooks } from '../../fault.ts';
import type { FaultyOperation } from '../on-operation.ts';
import type { Witness } from '../witness.ts';

/** One faulty behaviour for a parameter of an operation. */
export interface ParamDefect {
  readonly how: string;
  /** A query for which the fault shows. */
  readonly query: string;
  /** The behaviour, as the end of a sentence. */
  readonly does: string;
  readonly clause: string;
  readonly allowed?: string;
  readonly hooks: (picks: Picks) => Hooks;
  /** Default: two samples, the operation with the query, a list. */
  readonly witness?: (subject: FaultyOperation) => Witness;
  /** The operations on which the fault can show; default all that have the parameter. */
  readonly on?: (subject: FaultyOperation) => boolean;
}
