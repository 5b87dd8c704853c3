import type { Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { acceptOf } from '../../requests.ts';
import { openWatches } from '../watch/open-watches.ts';

/** Faults of watches in JSON beside watches in protobuf. */
export const PROTOBUF_WATCHES: readonly Fault[] = faults({
  'watch-beside-one-in-protobuf-is-silent': {
    summary: 'a watch in JSON delivers nothing while a watch of its path in protobuf is open',
    caughtBy: 'media-types/protobuf-watches-tell-the-same-events',
    hooks: () => {
      const { open, hooks } = openWatches();
      return {
        ...hooks,
        event: (frame, { path }) =>
          [...open.keys()].some((watch) => watch.path === path && acceptOf(watch).includes('protobuf')) ? [] : [frame],
      };
    },
  },
});
