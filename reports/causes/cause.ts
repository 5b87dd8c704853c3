import type { Impact } from '../../shared/verdict-log/impact.ts';
import type { Failure } from './failures.ts';

/** One bug of the target, and the failures that it explains. */
export interface Cause {
  readonly impact: Impact;
  /** The failure that shows it best. */
  readonly lead: Failure;
  /** All failures that it explains, the lead first. */
  readonly failures: readonly [Failure, ...Failure[]];
  /** The known fault that makes the same rules fail; absent if none is close enough. */
  readonly like?: Likeness;
}

export interface Likeness {
  readonly fault: string;
  /** What a server with that fault does, as a sentence. */
  readonly summary: string;
  /** The share, by weight, of the rules of both that fail on both: from 0 to 1. */
  readonly confidence: number;
}
