import type { Picks } from '../bends.ts';
import type { Hooks } from '../../fault.ts';
import type { FaultyOperation } from '../on-operation.ts';
import type { Witness } from '../witness.ts';

/** One way of going wrong with a parameter of an operation. */
export interface ParamDefect {
  readonly how: string;
  /** A query of the kind that it is about. */
  readonly query: string;
  /** What becomes of them: the end of a sentence. */
  readonly does: string;
  readonly clause: string;
  readonly allowed?: string;
  readonly hooks: (picks: Picks) => Hooks;
  /** Default: two samples, the operation with the query, a list. */
  readonly witness?: (subject: FaultyOperation) => Witness;
  /** On which operations it can show; default all that have the parameter. */
  readonly on?: (subject: FaultyOperation) => boolean;
}
