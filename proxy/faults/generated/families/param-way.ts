import type { Picks } from '../bends.ts';
import type { Hooks } from '../../fault.ts';
import type { FaultyOperation } from '../on-operation.ts';
import type { Witness, WitnessRequest } from '../witness.ts';
import { amongSamples } from '../witness-of-call.ts';

/** One faulty behaviour for a parameter of an operation. */
export interface ParamDefect {
  readonly how: string;
  /** A query for which the fault shows. */
  readonly query: string;
  /** The query beside the options in a body. */
  readonly beside?: string;
  /** The behaviour, as the end of a sentence. */
  readonly does: string;
  readonly clause: string;
  readonly allowed?: string;
  readonly hooks: (picks: Picks) => Hooks;
  /** Default: two samples, the operation with the query, a list. `call` is the operation with the query. */
  readonly witness?: (subject: FaultyOperation, call: WitnessRequest) => Witness;
  /** The operations on which the fault can show; default all that have the parameter. */
  readonly on?: (subject: FaultyOperation) => boolean;
}

/** The witness of a faulty behaviour, with the call that has the parameter. */
export function witnessOf(subject: FaultyOperation, { witness }: ParamDefect, call: WitnessRequest): Witness {
  return witness?.(subject, call) ?? amongSamples(subject, call);
}
