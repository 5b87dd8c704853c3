import type { HappeningLine } from '../../fixtures/formats/exchange-log.ts';
import type { Answers } from '../../spec/dialects/index.ts';
import type { Program } from '../drivers/program.ts';
import type { Rule } from '../rules/rule.ts';
import type { Walk } from './walks.ts';

/** What judging a rule needs of the world: a way to send a case, and the run's settings. */
export interface CaseRunner {
  readonly answers: Answers;
  readonly seed: number;
  readonly baseUrl: string;
  /** Where a failing case is saved, as the replay command names it. */
  casePath(rule: string, operation: string, fingerprint: string): string;
  /** Whether no new case may start: the budget is used up, the run was interrupted, or `--bail` found its failure. */
  stopped(): boolean;
  /** How long, in milliseconds, a counterexample to that rule may be made smaller; counts as taken. */
  shrinkMs(rule: string): number;
  /** Why the target is taken not to offer an operation, in one line; `undefined` where it does. */
  notOffered(operation: string): string | undefined;
  /** Why steps of that rule's cases were left out so far, where the run may not send them; `undefined` where none was. */
  withheldFrom(rule: string): string | undefined;
  /** Sends a case from a slot of its own and returns all that happened. */
  send(rule: Pick<Rule, 'id'>, program: Program): Promise<readonly HappeningLine[]>;
  /** The walks that every rule of the run reads; sent when the first asks. */
  walks(): Promise<readonly Walk[]>;
}
