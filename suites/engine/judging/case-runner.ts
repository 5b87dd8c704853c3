import type { HappeningLine } from '../../../shared/exchange-log/exchange-log.ts';
import type { VerdictLine } from '../../../shared/verdict-log/verdict-log.ts';
import type { Verdict } from '../../../shared/verdict-log/verdict.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { Program } from '../../program/program.ts';
import type { History } from '../../oracle/history.ts';
import type { Operation, OperationId } from '../../../spec/surface/operations.ts';
import type { Rule } from '../../rules/rule.ts';
import type { CurlConnection } from '../../target/printed-connection.ts';
import type { Bail } from './bail.ts';
import type { Causes } from './causes.ts';
import type { FailedPreconditions } from './failed-preconditions.ts';
import type { Shares } from './shares.ts';
import type { Waits } from '../vitals/waits.ts';
import type { Trouble } from '../vitals/examined-case.ts';

/** All that happened when a case was sent, as it was observed and folded. */
export interface SentCase {
  readonly lines: readonly HappeningLine[];
  readonly history: History;
  /** The operations of watches whose events were waited for in vain, and for less than the full time. */
  readonly hurried?: readonly OperationId[];
  /** Why the case is no evidence of anything but that the server does not answer. */
  readonly trouble?: Trouble;
}

/** A server to send cases to. */
export interface CaseSender {
  readonly choices: DialectChoices;
  /** Sends a case from a slot of its own. `patient`: events are waited for with the full patience, not as long as the server seems to be worth. */
  send(rule: Pick<Rule, 'id'>, program: Program, patient?: boolean): Promise<SentCase>;
}

/** Why no new case may start, and what that makes of a rule that has not been applied often enough. */
export interface Stop {
  readonly verdict: Extract<Verdict, 'blocked' | 'skipped' | 'inconclusive'>;
  readonly reason: string;
}

/** What judging a rule needs of the world: a way to send a case, and the run's settings. */
export interface CaseRunner extends CaseSender {
  readonly seed: number;
  /** Cases per rule, spread over its operations. */
  readonly runs: number;
  /** How often a generated case is sent until it fails, if its outcome depends on the order of concurrent steps. */
  readonly raceTries: number;
  readonly baseUrl: string;
  /** How the command begins that judges the same target by the same expectation. */
  readonly again: string;
  /** How curl authenticates to the target. */
  readonly curl: CurlConnection;
  /** With `--bail`: whose turn it is. */
  readonly bail?: Bail;
  /** Where a failing case is saved, as the replay command names it. */
  casePath(rule: string, operation: string, fingerprint: string): string;
  /** Whether no new case may start: the budget is used up, the target is gone, the run was interrupted, or `--bail` found its failure. */
  stopped(): Stop | undefined;
  /** The causes of failures so far: each is shrunk once. */
  readonly causes: Causes;
  /** The cases that operations share: each is sent by the first that asks for it. */
  readonly shared: { get(rule: Rule, program: Program, send: () => Promise<SentCase>): Promise<SentCase> };
  /** What rules have sent beyond their cases. */
  readonly shares: Shares;
  /** The preconditions that fail on the target. */
  readonly preconditions: FailedPreconditions;
  /** What the full patience has shown of watches that were waited for less. */
  readonly waits: Waits;
  /** Why nothing is sent to any of these operations any more, in one line; `undefined` where something may be. */
  obstacle(operations: Iterable<Operation>): string | undefined;
  /** Why the target is taken not to offer an operation, in one line; `undefined` where it does. */
  notOffered(operation: string): string | undefined;
  /** Why steps of that rule's cases were left out so far, where the run may not send them; `undefined` where none was. */
  withheldFrom(rule: string): string | undefined;
  /** The walks that every rule of the run reads; sent when the first asks. */
  walks(): Promise<readonly Walk[]>;
  /** Whether the run judges the rule with that id. */
  judges(rule: string): boolean;
  /** Takes a verdict on another rule than the one being judged, once it is there. */
  report(verdict: Promise<VerdictLine | undefined>): Promise<void>;
  /** The reference server that offers what the rule needs, made ready when first asked for; in one line why there is none; `undefined` where the run wants none. */
  reference(rule: Pick<Rule, 'loop'>): Promise<CaseSender | string | undefined>;
}

/**
 * Walks through many kinds at once are sent once for a run, and then read by every rule: whatever a rule's own cases are, it is held against
 * histories that were not made for it as well. What is found there belongs to that rule and operation, as evidence and as a violation.
 */
export interface Walk extends SentCase {
  readonly program: Program;
}
