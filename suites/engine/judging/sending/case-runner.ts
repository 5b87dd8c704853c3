import type { HappeningLine } from '../../../../shared/exchange-log/exchange-log.ts';
import type { VerdictLine } from '../../../../shared/verdict-log/verdict-log.ts';
import type { Verdict } from '../../../../shared/verdict-log/verdict.ts';
import type { DialectChoices } from '../../../../spec/dialects/index.ts';
import type { Program } from '../../../program/program.ts';
import type { History } from '../../../oracle/history.ts';
import type { Operation, OperationId } from '../../../../spec/surface/operations.ts';
import type { Rule } from '../../../rules/rule.ts';
import type { CurlConnection } from '../../../target/printed-connection.ts';
import type { Bail } from '../effort/bail.ts';
import type { Causes } from '../effort/causes.ts';
import type { FailedPreconditions } from '../effort/failed-preconditions.ts';
import type { Shares } from '../effort/shares.ts';
import type { TranscriptRoom } from '../effort/transcript-room.ts';
import type { Blamed } from '../history/blame.ts';
import type { Waits } from '../../vitals/waits.ts';
import type { Trouble } from '../../vitals/examined-case.ts';

/** The observed history of a case, as lines and folded. */
export interface SentCase {
  readonly lines: readonly HappeningLine[];
  readonly history: History;
  /** The operations of watches that were waited for less than the full time, and whose awaited events did not come. */
  readonly hurried?: readonly OperationId[];
  /** Why the case proves nothing except that the server does not respond. */
  readonly trouble?: Trouble;
}

/** A case that several operations share, with what its rule found in it. */
export interface SharedCase {
  readonly sent: SentCase;
  readonly blamed: Blamed;
}

/** A server to send cases to. */
export interface CaseSender {
  readonly choices: DialectChoices;
  /** Sends a case from a slot of its own. `patient`: wait for events with the full patience, not the learned one. */
  send(rule: Pick<Rule, 'id' | 'sender'>, program: Program, patient?: boolean): Promise<SentCase>;
}

/** Why no new case may start, and the verdict for a rule that has not applied often enough. */
export interface Stop {
  readonly verdict: Extract<Verdict, 'blocked' | 'skipped' | 'inconclusive'>;
  readonly reason: string;
}

/** The environment for judging a rule: a way to send cases, and the run's settings. */
export interface CaseRunner extends CaseSender {
  readonly seed: number;
  /** Cases per rule, spread over its operations. */
  readonly runs: number;
  /** How often a generated case is sent until it fails, if its outcome depends on the order of concurrent steps. */
  readonly raceTries: number;
  /** Whether a baseline stores the failing cases. The run then measures whether they fail only if they are quick. */
  readonly storesCases: boolean;
  readonly baseUrl: string;
  /** The beginning of a command that judges the same target with the same options. */
  readonly again: string;
  /** Authentication flags of curl for the target. */
  readonly curl: CurlConnection;
  /** With `--bail`: coordinates the assignments. */
  readonly bail?: Bail;
  /** The path of a saved failing case, as in the replay command. */
  casePath(rule: string, operation: string, fingerprint: string): string;
  /**
   * Why no new case may start: the budget is spent, the target is gone, the run was interrupted, or `--bail` found
   * its failure.
   */
  stopped(): Stop | undefined;
  /** The causes of failures so far. Each is shrunk once. */
  readonly causes: Causes;
  /** The cases that several operations share. The first operation that needs a case sends it. */
  readonly shared: {
    get(rule: Rule, program: Program, patient: boolean, send: () => Promise<SharedCase>): Promise<SharedCase>;
  };
  /** The room for transcripts in the reports. */
  readonly room: TranscriptRoom;
  /** The extra requests of each rule. */
  readonly shares: Shares;
  /** The preconditions that fail on the target. */
  readonly preconditions: FailedPreconditions;
  /** How often the full patience brought no event, for watches that were first waited for less. */
  readonly waits: Waits;
  /** Why the run no longer sends requests to any of these operations, in one line; `undefined` if it does. */
  obstacle(operations: Iterable<Operation>): string | undefined;
  /** Why the target counts as not offering an operation, in one line; `undefined` if it offers it. */
  notOffered(operation: string): string | undefined;
  /** Why steps of that rule's cases were withheld, if the run may not send them; `undefined` if none was. */
  withheldFrom(rule: string): string | undefined;
  /** The walks that every rule of the run reads; sent on first use. */
  walks(): Promise<readonly Walk[]>;
  /** Whether the run judges the rule with that id. */
  judges(rule: string): boolean;
  /** Adds a verdict on another rule than the one being judged, once the promise resolves. */
  report(verdict: Promise<VerdictLine | undefined>): Promise<void>;
  /**
   * The reference server with the controllers that the rule needs, started on first use. A text says why there is
   * none; `undefined` if the run has no reference.
   */
  reference(rule: Pick<Rule, 'needs'>): Promise<CaseSender | string | undefined>;
}

/**
 * A walk is a long mixed case over many kinds. It is sent once per run, and every rule reads it, so that each rule
 * is also judged on histories not made for it. A finding there belongs to the rule and operation, as evidence or
 * violation.
 */
export interface Walk extends SentCase {
  readonly program: Program;
}
