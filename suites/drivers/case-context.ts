import type { HappeningLine } from '../../shared/exchange-log/exchange-log.ts';
import type { OperationId } from '../../spec/surface/operations.ts';
import type { LineSink, ObservationOrder } from '../target/recorder.ts';
import type { Target } from '../target/target.ts';
import type { Ledger } from './ledger.ts';
import type { Sender } from './patient-sender.ts';
import type { SlotNamespaces } from './slot-namespaces.ts';

/** Where and as whom a case is sent. */
export interface CaseContext {
  readonly target: Target;
  readonly slot: SlotNamespaces;
  readonly run: string;
  readonly rule: string;
  /** A DNS label that begins with the run's name and that no other case of the run has: `p4f2a-17`. Prefix of its objects' names. */
  readonly caseId: string;
  /** One for all cases of a run. */
  readonly order: ObservationOrder;
  /** Gets every line besides, those of the clean-up included. */
  readonly sink?: LineSink;
  /** How long an `await` waits where its step does not say, in milliseconds. */
  readonly timeoutMs: number;
  /** How long this server is worth waiting for, where that is known; without it, every wait is the full one. */
  readonly patience?: CasePatience;
  readonly ledger: Ledger;
  /** Sends the requests that remove what the case created; default the target. */
  readonly cleaner?: Sender;
  /** Leave what the case creates on the target. */
  readonly keep?: boolean;
}

/** What is known of how fast a server answers and sends events. All times are milliseconds. */
export interface CasePatience {
  forRequest(operation: OperationId): number;
  forEvent(operation: OperationId): number;
  /** An event that was waited for came after that time; `undefined` where it did not come. */
  waited(operation: OperationId, ms: number | undefined): void;
}

export interface ProgramRun {
  /** All that crossed the wire for the steps, in order of observation; the clean-up is not in it. */
  readonly lines: readonly HappeningLine[];
  readonly skipped: readonly SkippedStep[];
  /** Why a step was left out that a run in namespaces of its own would have sent; absent where none was. */
  readonly barred?: string;
  /** The operations of watches whose events were waited for in vain, and for less than the full time. */
  readonly hurried: readonly OperationId[];
}

export interface SkippedStep {
  /** Where it stands: index of the step, or of step, branch, step in a `together`. */
  readonly at: readonly number[];
  readonly reason: string;
}
