import type { ObservedExchange } from './observed-exchange.ts';
import type { WriteIndex } from './write-index.ts';

/** Two exchanges of which the second should be to its server what the first was to its own. */
export interface ExchangePair {
  readonly expected: ObservedExchange;
  readonly actual: ObservedExchange;
  /** What the expected one is about. */
  readonly subject: string;
}

/** The writes of both sides: what events and list versions are placed by. */
export interface Writes {
  readonly expected: WriteIndex;
  readonly actual: WriteIndex;
  /** Of the writes that raced one another: which exchange of the expected side each one of the actual side was paired with. */
  readonly raced: ReadonlyMap<number, number>;
  /** When the counterpart of an exchange of either side was over on the other side. */
  readonly overHere: ReadonlyMap<number, Over>;
  readonly overThere: ReadonlyMap<number, Over>;
}

/** When an exchange was over: position, and milliseconds since its log began. */
export interface Over {
  readonly n: number;
  readonly t: number;
}
