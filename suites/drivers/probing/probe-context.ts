import type { ExchangeRecorder } from '../../target/recorder.ts';
import type { Target } from '../../target/target.ts';
import type { Capability } from '../../target/capabilities.ts';
import type { SlotNamespaces } from '../namespaces/slot-namespaces.ts';

/** Everything that a probe needs of its run. */
export interface ProbeContext {
  readonly target: Target;
  readonly recorder: ExchangeRecorder;
  /** Short name of the run: names and labels the probe's objects. */
  readonly run: string;
  readonly slot: SlotNamespaces;
  /** Time limit for the head of a watch, in milliseconds. */
  readonly timeoutMs: number;
}

/** The finding of a probe: the capability under its id, as in `Capabilities`. */
export type FoundCapability = readonly [id: string, capability: Capability];
