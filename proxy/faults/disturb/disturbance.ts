import type { Selection } from '../../record/selection.ts';
import type { Asked, FaultyResponse, WatchFrame } from '../fault.ts';

/** One kind of trouble that a client must live with. */
export interface Disturbance {
  /** Kebab-case, unique. */
  readonly name: string;
  /** What the client meets, as a sentence. */
  readonly summary: string;
  /** What the value after the probability means, and what it is when none is given; absent where there is none. */
  readonly value?: { readonly meaning: string; readonly usual: number };
  /** Whether it can happen to a request at all. */
  readonly concerns: (asked: Asked) => boolean;
  /** Before the upstream hears of the request; an answer keeps it from hearing at all. */
  readonly request?: (asked: Asked, value: number) => FaultyResponse | Promise<undefined>;
  /** When the upstream has answered: changes the answer, or has the connection cut in its place. `older` is what it answered before to the same read. */
  readonly response?: (answered: FaultyResponse, older: unknown) => 'changed' | 'cut' | 'nothing';
  /** What is told in the place of a watch event; nothing leaves it to those that come after. */
  readonly event?: (frame: WatchFrame, value: number) => Delivery | Promise<undefined>;
}

/** Frames to tell now, those to hold back until after the next, and whether and how the stream ends there. */
export interface Delivery {
  readonly now: readonly WatchFrame[];
  readonly later?: readonly WatchFrame[];
  readonly end?: 'cut' | 'end';
}

/** A disturbance as it was asked for: how likely, and with which value. */
export interface Dose {
  readonly disturbance: Disturbance;
  /** From 0 to 1. */
  readonly probability: number;
  readonly value: number;
}

/** All that makes a run of disturbances what it is: the same seed decides the same. */
export interface Disturbing {
  readonly doses: readonly Dose[];
  /** The requests that anything may happen to. */
  readonly selection: Selection;
  readonly seed: number;
  /** Hears one line for each thing that was done. */
  readonly onDone: (line: string) => void;
}
