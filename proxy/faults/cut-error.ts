import type { WatchFrame } from './fault.ts';

/** How an exchange ends: by a cut of the connection, properly, or properly in the middle of its last frame. */
type Ending = 'cut' | 'end' | 'end-within';

/** Thrown by hooks to end an exchange at once, for a stream after some last frames. */
export class CutError extends Error {
  override readonly name = 'CutError';
  readonly code = 'ERR_CUT';
  readonly how: Ending;
  readonly last: readonly WatchFrame[];

  constructor(how: Ending, last: readonly WatchFrame[] = []) {
    super('the exchange ends here');
    this.how = how;
    this.last = last;
  }
}
