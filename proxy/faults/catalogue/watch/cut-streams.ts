import type { Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { openWatches } from './open-watches.ts';

/** Faults of watches whose streams are cut. */
export const CUT_STREAMS: readonly Fault[] = faults({
  'watches-of-a-path-end-with-the-first': {
    summary: 'when a watch reaches its timeoutSeconds, the other open watches of its path end too',
    caughtBy: 'watch/ends-at-its-timeout',
    hooks: () => {
      const { open, hooks } = openWatches();
      return {
        began: (request, reader) => {
          hooks.began(request, reader);
          if (!request.query.has('timeoutSeconds')) return;
          reader.once('finish', () => {
            for (const [watch, other] of open)
              if (other !== reader && watch.path === request.path && !other.writableEnded) other.end();
          });
        },
      };
    },
  },
});
