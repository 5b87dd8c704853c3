import type { OperationId } from '../../spec/surface/operations.ts';
import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { History } from '../oracle/history.ts';

/** A check's verdict on one place in a history to which its rule applies. */
export type Finding = Held | Violated | Observed;

interface JudgedExchange {
  /** The judged operation; if several took part, the one with the disputed response. */
  readonly operation: OperationId;
  /** The disputed exchange. */
  readonly exchange: number;
}

export interface Held extends JudgedExchange {
  readonly outcome: 'held';
  /** The kind of case, in a few words. Distinct shapes count as evidence. */
  readonly shape: string;
}

export interface Violated extends JudgedExchange {
  readonly outcome: 'violated';
  /** The requirement of the document, on one line. */
  readonly expected: string;
  /** The observed behaviour, on one line. */
  readonly actual: string;
  /** Names the cause without server-chosen values: a field path, a status code. */
  readonly cause: string;
  /** The names of the same cause in earlier releases. Baselines may have their fingerprints. */
  readonly formerCauses?: readonly string[];
  /** The exchanges that contradict each other, if no single exchange shows the violation. */
  readonly involved?: readonly number[];
  /**
   * Set if only the elapsed time proves the violation, so a very slow or overloaded server may still comply. It counts
   * once it recurs with the full patience.
   */
  readonly restsOnTime?: true;
}

/** The target's behaviour where the document is silent. */
export interface Observed extends JudgedExchange {
  readonly outcome: 'observed';
  readonly observation: string;
}

export interface CheckContext {
  readonly choices: DialectChoices;
}

/**
 * A check reads a history and yields every finding. It is pure: it never throws, waits or fetches.
 * It must be sound on any history: with other clients and controllers whose writes are not in the history, with
 * requests in flight, and with truncated responses. It only reports what the history proves.
 */
export type Check = (history: History, context: CheckContext) => Iterable<Finding>;
