import type { Hooks } from '../fault.ts';
import type { Injected } from '../injector.ts';
import type { Witness } from './witness.ts';

/** The families of generated faults. */
export type FaultFamily =
  | 'param'
  | 'member'
  | 'enum'
  | 'immutable'
  | 'refusal'
  | 'media'
  | 'selection'
  | 'name'
  | 'version'
  | 'stream'
  | 'first-use'
  | 'circumstance';

/** A small change of requests or responses, derived from the tables of the document. */
export interface GeneratedFault extends Injected {
  /**
   * Family, verb, kind and so on, and the faulty behaviour, separated by slashes:
   * `param/deleteCollection/pods/timeoutSeconds/refused`.
   */
  readonly name: string;
  readonly family: FaultFamily;
  /** The behaviour of the server, as a sentence. */
  readonly summary: string;
  /** Ids of the operations on which the fault shows. */
  readonly operations: readonly string[];
  /** Id of the clause that the fault breaks. */
  readonly clause?: string;
  /** The sentence of the document, or the reading, that allows it: such a server obeys, and no rule may flag it. */
  readonly allowed?: string;
  /** Requests to which this server and one without the fault respond differently. */
  readonly witness: Witness;
  /** Fresh hooks, with state of their own. */
  readonly hooks: () => Hooks;
}
