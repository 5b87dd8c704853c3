import type { ExchangeSelection } from '../../record/selection.ts';
import type { FaultyRequest, FaultyResponse, WatchFrame } from '../fault.ts';

/** One kind of disturbance that clients must handle. */
export interface Disturbance {
  /** Kebab-case, unique. */
  readonly name: string;
  /** The effect that the client observes, as a sentence. */
  readonly summary: string;
  /** The meaning of the value after the probability, and its default; absent if there is no value. */
  readonly value?: { readonly meaning: string; readonly usual: number };
  /** Whether it can happen to a request. */
  readonly concerns: (request: FaultyRequest) => boolean;
  /** Before the upstream gets the request; a response keeps the request from the upstream. */
  readonly request?: (request: FaultyRequest, value: number) => FaultyResponse | Promise<undefined>;
  /**
   * After the upstream's response: changes it, or cuts the connection. `older` is the earlier response to the same
   * read.
   */
  readonly response?: (response: FaultyResponse, older: unknown) => 'changed' | 'cut' | 'nothing';
  /** Replaces a watch event; `undefined` leaves it to the next disturbance. */
  readonly event?: (frame: WatchFrame, value: number) => Delivery | Promise<undefined>;
}

/** Frames to deliver now, frames to hold back until after the next one, and whether and how the stream ends. */
export interface Delivery {
  readonly now: readonly WatchFrame[];
  readonly later?: readonly WatchFrame[];
  readonly end?: 'cut' | 'end';
}

/** A requested disturbance with its probability and value. */
export interface Dose {
  readonly disturbance: Disturbance;
  /** From 0 to 1. */
  readonly probability: number;
  readonly value: number;
}

/** The settings of a run with disturbances: the same seed makes the same decisions. */
export interface Disturbing {
  readonly doses: readonly Dose[];
  /** The requests that can be disturbed. */
  readonly selection: ExchangeSelection;
  readonly seed: number;
  /** Gets one line for each disturbance. */
  readonly onDone: (line: string) => void;
}
