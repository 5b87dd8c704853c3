import { isDeepStrictEqual } from 'node:util';
import { copyOf, metadataOf } from '../../bend.ts';
import type { Fault } from '../../fault.ts';
import { faults } from '../../named.ts';

/** The first spec of an object in a watch, and what it was told last. */
interface ToldSpec {
  readonly first: unknown;
  generation: unknown;
  status: unknown;
}

/** Faults of watches that keep an earlier state of an object. */
export const EARLIER_STATES: readonly Fault[] = faults({
  'events-of-a-status-show-the-first-spec': {
    summary: 'the MODIFIED event of a write of /status shows the spec that the watch delivered first for the object',
    caughtBy: 'world/circumstances-do-not-matter',
    hooks: () => ({
      event: (frame, _, stream) => {
        const { uid, generation } = metadataOf(frame.object);
        const { spec, status } = frame.object;
        if (typeof uid !== 'string' || generation === undefined || spec === undefined) return [frame];
        const told = stream.get(uid) as ToldSpec | undefined;
        if (told === undefined) {
          stream.set(uid, { first: copyOf(spec), generation, status: copyOf(status) });
          return [frame];
        }
        const isOfStatus =
          frame.type === 'MODIFIED' && told.generation === generation && !isDeepStrictEqual(told.status, status);
        told.generation = generation;
        told.status = copyOf(status);
        if (isOfStatus) frame.object['spec'] = copyOf(told.first);
        return [frame];
      },
    }),
  },
});
