import type { WatchFrame } from './fault.ts';

/** How an exchange ends: by a cut of the connection, properly, or properly in the middle of its last frame. */
type ErrorEnding = 'cut' | 'end' | 'end-within';

/** Thrown by hooks to end an exchange at once, for a stream after some last frames. */
export class CutError extends Error {
  override readonly name = 'CutError';
  readonly code = 'ERR_CUT';
  readonly how: ErrorEnding;
  readonly last: readonly WatchFrame[];

  constructor(how: ErrorEnding, last: readonly WatchFrame[] = []) {
    super('the exchange ends here');
    this.how = how;
    this.last = last;
  }
}
