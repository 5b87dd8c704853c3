import type { Bendable, Hooks } from '../../fault.ts';
import type { Picks } from '../bends.ts';
import type { Witness } from '../witness.ts';

/** One faulty behaviour for a header of some requests. */
export interface HeaderDefect {
  readonly how: string;
  readonly header: 'accept' | 'content-type';
  /** A value of the header for which the fault shows. */
  readonly value: string;
  readonly does: string;
  readonly clause: string;
  readonly hooks: (picks: Picks) => Hooks;
  /** The body of the request that shows the fault; default the usual one. */
  readonly body?: string;
  /** The body of the delete that shows the fault. */
  readonly options?: Bendable;
  /** Default: two samples, the operation with the header, a list. */
  readonly witness?: () => Witness;
  /** See `GeneratedFault.allowed`. */
  readonly allowed?: string;
}
