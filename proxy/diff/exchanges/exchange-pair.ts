import type { ObservedExchange } from './observed-exchange.ts';
import type { WriteIndex } from './write-index.ts';

/** Two corresponding exchanges, one of each side. */
export interface ExchangePair {
  readonly expected: ObservedExchange;
  readonly actual: ObservedExchange;
  /** The subject of the expected one. */
  readonly subject: string;
}

/** The writes of both sides, which order events and list versions. */
export interface Writes {
  readonly expected: WriteIndex;
  readonly actual: WriteIndex;
  /** For racing writes: the expected exchange paired with each actual one. */
  readonly raced: ReadonlyMap<number, number>;
  /** When the counterpart of an exchange of either side had ended on the other side. */
  readonly overHere: ReadonlyMap<number, Over>;
  readonly overThere: ReadonlyMap<number, Over>;
}

/** When an exchange had ended: position, and milliseconds since its log began. */
export interface Over {
  readonly n: number;
  readonly t: number;
}
