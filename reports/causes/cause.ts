import type { Impact } from '../../shared/verdict-log/impact.ts';
import type { Likeness } from '../../shared/verdict-log/verdict-log.ts';
import type { Failure } from './failures.ts';

/** One bug of the target, and the failures that it explains. */
export interface Cause {
  readonly impact: Impact;
  /** The failure that shows it best. */
  readonly lead: Failure;
  /** All failures that it explains, the lead first. */
  readonly failures: readonly [Failure, ...Failure[]];
  /** The known fault with the same symptoms; absent if none is likely enough. */
  readonly like?: Likeness;
}
