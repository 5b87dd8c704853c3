import type { Fault } from '../../fault.ts';
import { faults } from '../../named.ts';

/** Servers that compress wrongly for clients that accept gzip, as every client written in Go does. */
export const COMPRESSION: readonly Fault[] = faults({
  'compressed-responses-are-not-marked': {
    summary: 'a response is compressed for a client that accepts gzip, and lacks the header that says so',
    caughtBy: 'media-types/json-is-the-default',
    hooks: () => ({ gzip: 'unmarked' }),
  },
  'compressed-watch-is-held-back': {
    summary:
      'the events of a watch are compressed for a client that accepts gzip, and stay in the buffer of the compression',
    caughtBy: 'watch/misses-nothing',
    hooks: () => ({ gzip: 'held-back' }),
  },
});
