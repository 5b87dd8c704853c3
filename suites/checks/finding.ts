import type { OperationId } from '../../spec/surface/operations.ts';
import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { History } from '../oracle/history.ts';

/** What a check has to say of one place in a history where its rule applies. */
export type Finding = Held | Violated | Observed;

interface JudgedExchange {
  /** The operation that was judged; where several took part, the one whose answer is at issue. */
  readonly operation: OperationId;
  /** The exchange at issue. */
  readonly exchange: number;
}

export interface Held extends JudgedExchange {
  readonly outcome: 'held';
  /** What kind of case it was, in a few words: distinct shapes are counted as evidence. */
  readonly shape: string;
}

export interface Violated extends JudgedExchange {
  readonly outcome: 'violated';
  /** What the document asks for, here. One line. */
  readonly expected: string;
  /** What was seen instead. One line. */
  readonly actual: string;
  /** Names the cause without server-chosen values: a field path, a status code. */
  readonly cause: string;
  /** The causes by which earlier releases named the same: baselines may have their fingerprints. */
  readonly formerCauses?: readonly string[];
  /** The exchanges that contradict one another, where no single one shows what is wrong. */
  readonly involved?: readonly number[];
  /** Set if only the time that was waited shows it: a very slow server could still have obeyed. It counts once it has come again with the full patience. */
  readonly restsOnTime?: true;
}

/** What the target does where the document is silent. */
export interface Observed extends JudgedExchange {
  readonly outcome: 'observed';
  readonly observation: string;
}

export interface CheckContext {
  readonly choices: DialectChoices;
}

/**
 * A check reads a history and yields every finding. It is pure: it never throws, waits or fetches.
 * It must be sound on any history - with other clients and control loops at work whose writes it does not see, with requests in
 * flight, with answers that were cut: it speaks only where the history settles the matter.
 */
export type Check = (history: History, context: CheckContext) => Iterable<Finding>;
