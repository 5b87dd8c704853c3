import { isDeepStrictEqual } from 'node:util';
import { isPart } from '../../bend.ts';
import type { Fault } from '../../fault.ts';
import { contentOf, uidOf } from '../../memory.ts';
import { faults } from '../../named.ts';

/** Faults of watches that compare the states of an object in one direction. */
export const ONE_WAY_DIFFERENCES: readonly Fault[] = faults({
  'watch-misses-writes-that-only-remove': {
    summary: 'a watch delivers no event for a write that only removes members, such as a label or an entry of data',
    caughtBy: 'watch/misses-nothing',
    hooks: () => ({
      event: (frame, _, stream) => {
        const uid = uidOf(frame.object);
        const before = stream.get(uid);
        const now = contentOf(frame.object);
        if (frame.type === 'DELETED') stream.delete(uid);
        else stream.set(uid, now);
        const onlyRemoves = before !== undefined && isPart(now, before) && !isDeepStrictEqual(now, before);
        return frame.type === 'MODIFIED' && onlyRemoves ? [] : [frame];
      },
    }),
  },
});
