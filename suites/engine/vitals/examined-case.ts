import type { HappeningLine } from '../../../shared/exchange-log/exchange-log.ts';
import type { Operation } from '../../../spec/surface/operations.ts';
import type { Program } from '../../program/program.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import type { Lapse } from '../../oracle/exchanges/lapse.ts';
import type { Rule } from '../../rules/rule.ts';

/** A sent case and all of its traffic. */
export interface ExaminedCase {
  readonly rule: Pick<Rule, 'id' | 'sender'>;
  readonly program: Program;
  readonly lines: readonly HappeningLine[];
  readonly history: History;
}

/** A case with an unanswered request, and that request. */
export interface LapsedCase extends ExaminedCase {
  readonly exchange: Exchange;
  readonly operation: Operation;
  readonly lapse: Lapse;
}

/** Why a case proves nothing about its rule. */
export interface Trouble {
  /** One line. */
  readonly reason: string;
  /** Whether repeating the case may get a response. */
  readonly again: boolean;
  /** Whether no other case of the same rule and operation can do better. */
  readonly forAll: boolean;
}

/** A failure of the server to respond, with the case that shows it. */
export interface VitalFinding {
  readonly found: LapsedCase;
  /** The behaviour of the server instead of a response, in one line. */
  readonly actual: string;
  /** Names the cause without values that the server chose. */
  readonly cause: string;
}

/** Means to examine a server: requests of the run's own, outside of all cases. */
export interface VitalIo {
  /** The full patience with a request, in milliseconds. */
  readonly timeoutMs: number;
  /** The full patience with an event of a watch, in milliseconds. */
  readonly eventTimeoutMs: number;
  /** A namespace that the run may work in. */
  readonly namespace: string;
  /**
   * Sends a GET with the full patience. @returns why it got no response; `undefined` if it got one, whatever its
   * status
   */
  ask(path: string): Promise<Lapse | undefined>;
  /** Sends a program in a slot of its own with the full patience. */
  resend(rule: Pick<Rule, 'id' | 'sender'>, program: Program): Promise<ExaminedCase>;
  /** Whether the namespaces of the run are gone, as after a restart with an empty store. */
  hasForgotten(): Promise<boolean>;
  /** Recreates the namespaces of the run if they are gone. */
  restore(): Promise<void>;
}
