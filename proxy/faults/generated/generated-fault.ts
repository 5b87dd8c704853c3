import type { Hooks } from '../fault.ts';
import type { Injected } from '../injector.ts';
import type { Witness } from './witness.ts';

/** What the tables of the document are read for: one family of generated faults each. */
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
  | 'first-use';

/** A small change of what crosses the wire, derived from the tables of the document: nobody chose it. */
export interface GeneratedFault extends Injected {
  /** Family, verb, kind and so on, and the way of going wrong, parted by slashes: `param/deleteCollection/pods/timeoutSeconds/refused`. */
  readonly name: string;
  readonly family: FaultFamily;
  /** What such a server does, as a sentence. */
  readonly summary: string;
  /** Ids of the operations on which it shows. */
  readonly operations: readonly string[];
  /** Id of the clause that it breaks. */
  readonly clause?: string;
  /** The sentence of the document, or the reading, that allows it: such a server obeys, and no rule may flag it. */
  readonly allowed?: string;
  /** Requests that tell this server from one without the fault. */
  readonly witness: Witness;
  /** Fresh hooks, with state of their own. */
  readonly hooks: () => Hooks;
}
