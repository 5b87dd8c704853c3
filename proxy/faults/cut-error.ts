import type { WatchFrame } from './fault.ts';

/** Thrown by hooks that let an exchange end where it stands: by a cut of the connection, or, for a stream, in good order after some last frames. */
export class CutError extends Error {
  override readonly name = 'CutError';
  readonly code = 'ERR_CUT';
  readonly how: 'cut' | 'end';
  readonly last: readonly WatchFrame[];

  constructor(how: 'cut' | 'end', last: readonly WatchFrame[] = []) {
    super('the exchange ends here');
    this.how = how;
    this.last = last;
  }
}
