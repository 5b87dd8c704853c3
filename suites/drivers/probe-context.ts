import type { ExchangeRecorder } from '../target/recorder.ts';
import type { Target } from '../target/target.ts';
import type { SlotNamespaces } from './slot-namespaces.ts';

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
