import { metadataOf } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest } from '../../fault.ts';
import { contentOf, requirementsOf, textsOf, uidOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { framing } from '../../ways.ts';

/** The label of the first requirement with `in` in a label selector. */
function keyOfSet({ query }: FaultyRequest): string | undefined {
  const set = requirementsOf(query.get('labelSelector') ?? '').find((each) => /\sin\s*\(/.test(each));
  return set?.trim().split(/\s/, 1)[0];
}

/** Faults of watches that go by what they delivered before. */
export const TOLD_BEFORE: readonly Fault[] = faults({
  'object-that-matches-again-is-told-as-modified': {
    summary: 'a watch under a selector that told that an object left tells its return as MODIFIED',
    caughtBy: 'watch/object-that-starts-to-match-appears',
    hooks: framing((frame, _, stream) => {
      const isKnown = stream.has(uidOf(frame.object));
      stream.set(uidOf(frame.object), true);
      return [isKnown && frame.type === 'ADDED' ? { ...frame, type: 'MODIFIED' } : frame];
    }),
  },
  // Events 1: "Notifications cover additions, updates and removals of the watched objects" - this one is an update.
  'change-within-a-selected-set-is-told-as-leaving-and-coming': {
    summary: 'a watch under `k in (a,b)` tells the change of k from a to b as DELETED and ADDED',
    caughtBy: 'watch/object-that-starts-to-match-appears',
    hooks: framing((frame, request, stream) => {
      const key = keyOfSet(request);
      const former = stream.get(uidOf(frame.object)) as Bendable | undefined;
      stream.set(uidOf(frame.object), frame.object);
      if (key === undefined || former === undefined || frame.type !== 'MODIFIED') return [frame];
      if (textsOf(former, 'labels')[key] === textsOf(frame.object, 'labels')[key]) return [frame];
      return [
        { type: 'DELETED', object: former },
        { type: 'ADDED', object: frame.object },
      ];
    }),
  },
  'return-to-a-former-state-is-not-told': {
    summary: 'a watch leaves out the update that brings an object back to a state which the watch told before',
    caughtBy: 'watch/misses-nothing',
    hooks: framing((frame, _, stream) => {
      const told = (stream.get(uidOf(frame.object)) as Set<string> | undefined) ?? new Set<string>();
      const state = JSON.stringify(contentOf(frame.object));
      const isAgain = frame.type === 'MODIFIED' && told.has(state);
      stream.set(uidOf(frame.object), told.add(state));
      return isAgain ? [] : [frame];
    }),
  },
  'event-shows-the-generation-before-the-change': {
    summary: 'the object of a MODIFIED event has the generation of the event before it',
    caughtBy: 'watch/carries-the-object-as-of-the-event',
    hooks: framing((frame, _, stream) => {
      const { generation } = metadataOf(frame.object);
      const former = stream.get(uidOf(frame.object));
      if (typeof generation !== 'number') return [frame];
      stream.set(uidOf(frame.object), generation);
      if (frame.type === 'MODIFIED' && typeof former === 'number') metadataOf(frame.object)['generation'] = former;
      return [frame];
    }),
  },
});
