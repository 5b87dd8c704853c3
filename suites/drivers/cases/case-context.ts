import type { HappeningLine } from '../../../shared/exchange-log/exchange-log.ts';
import type { OperationId } from '../../../spec/surface/operations.ts';
import type { LineSink, ObservationOrder } from '../../target/recorder.ts';
import type { Target } from '../../target/target.ts';
import type { Ledger } from '../removal/ledger.ts';
import type { RequestSender } from '../removal/patient-sender.ts';
import type { SlotNamespaces } from '../namespaces/slot-namespaces.ts';

/** The target and the identity of a case. */
export interface CaseContext {
  readonly target: Target;
  readonly slot: SlotNamespaces;
  readonly run: string;
  readonly rule: string;
  /** A DNS label, unique in the run, that begins with the run's name: `p4f2a-17`. Prefix of its objects' names. */
  readonly caseId: string;
  /** One for all cases of a run. */
  readonly order: ObservationOrder;
  /** Receives every line as well, those of the clean-up included. */
  readonly sink?: LineSink;
  /** The default time limit of an `await`, in milliseconds. */
  readonly timeoutMs: number;
  /** The learned patience with this server, if known; without it, every wait has the full time limit. */
  readonly patience?: CasePatience;
  readonly ledger: Ledger;
  /** Sends the requests that remove the created objects; default the target. */
  readonly cleaner?: RequestSender;
  /** Leave the created objects on the target. */
  readonly keep?: boolean;
}

/** The known response and event times of a server. All times are milliseconds. */
interface CasePatience {
  forRequest(operation: OperationId): number;
  /** `dueMs`: for an event that must come, the time after which it is missing. */
  forEvent(operation: OperationId, dueMs?: number): number;
  waited(operation: OperationId, wait: EndedWait): void;
}

/** How a wait for an event ended. */
export interface EndedWait {
  /** Milliseconds until the event came, 0 if it had come before; absent if it did not. */
  readonly cameAfter?: number;
  /** Whether the watch had sent no byte since it began, at the end of the full time of an event that must come. */
  readonly wasSilent?: boolean;
}

export interface ProgramRun {
  /** The wire traffic of the steps, in order of observation, without the clean-up. */
  readonly lines: readonly HappeningLine[];
  readonly skipped: readonly SkippedStep[];
  /** Why a step was left out that a run in namespaces of its own would have sent; absent if there is none. */
  readonly barred?: string;
  /** The operations of watches whose awaited events did not come within less than the full time. */
  readonly hurried: readonly OperationId[];
}

export interface SkippedStep {
  /** Position of the step: its index, or of step, branch, step in a `together`. */
  readonly at: readonly number[];
  readonly reason: string;
}
