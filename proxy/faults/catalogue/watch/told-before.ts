import { isDeepStrictEqual } from 'node:util';
import { copyOf, isObject, metadataOf, succeeded } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest, Hooks } from '../../fault.ts';
import { contentOf, requirementsOf, textsOf, uidOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { ofKind } from '../../requests.ts';
import { framing } from '../../ways.ts';

/** The label of the first requirement with `in` in a label selector. */
function keyOfSet({ query }: FaultyRequest): string | undefined {
  const set = requirementsOf(query.get('labelSelector') ?? '').find((each) => /\sin\s*\(/.test(each));
  return set?.trim().split(/\s/, 1)[0];
}

/** What a client can see of an object except its version and such members. */
function contentBeside(object: Bendable, ...members: readonly string[]): Bendable {
  const content = contentOf(object);
  for (const member of members) delete content[member];
  return content;
}

/** Events that differ from what was told only in their counts and last times are the same. */
function tellingNoCounts(): Hooks {
  const created = new Map<string, Bendable>();
  const contentOfEvent = (object: Bendable): Bendable => contentBeside(object, 'count', 'lastTimestamp');
  return {
    response: (response, request) => {
      if (ofKind('Event', 'create')(request) && succeeded(response) && isObject(response.json))
        created.set(uidOf(response.json), contentOfEvent(response.json));
    },
    event: (frame, _, stream) => {
      if (frame.object['kind'] !== 'Event') return [frame];
      const uid = uidOf(frame.object);
      const content = contentOfEvent(frame.object);
      const former = stream.get(uid) ?? created.get(uid);
      stream.set(uid, content);
      return frame.type === 'MODIFIED' && isDeepStrictEqual(former, content) ? [] : [frame];
    },
  };
}

/** How long a watch leaves out further changes of a status, in milliseconds. */
const QUIET_MS = 100;

/** The last state of an object in a watch, and when that watch last delivered a change of its status. */
interface Told {
  readonly object: Bendable;
  readonly at: number;
}

/** Whether two states of an object differ in its status alone. */
const differInStatus = (one: Bendable, other: Bendable): boolean =>
  !isDeepStrictEqual(one['status'], other['status']) &&
  isDeepStrictEqual(contentBeside(one, 'status'), contentBeside(other, 'status'));

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
  // Events 5: "Event is also a resource kind with its own create, list, read and replace endpoints"; Events 1: updates.
  'watch-of-events-does-not-tell-counts': {
    summary: 'a watch of Events delivers nothing for a PUT that changes only count and lastTimestamp',
    caughtBy: 'watch/misses-nothing',
    hooks: tellingNoCounts,
  },
  // Semantics 8: "Watch streams changes ... as they occur"; Events 2: "including its `status`".
  'watch-tells-one-status-change-per-tenth-of-a-second': {
    summary: 'a watch leaves out a change of a status less than 100 ms after another change of the same status',
    caughtBy: 'watch/misses-nothing',
    hooks: framing((frame, _, stream) => {
      const uid = uidOf(frame.object);
      const last = stream.get(uid) as Told | undefined;
      const isOfStatus = frame.type === 'MODIFIED' && last !== undefined && differInStatus(last.object, frame.object);
      const now = Date.now();
      const isLeftOut = isOfStatus && now - last.at < QUIET_MS;
      const told: Told = { object: copyOf(frame.object), at: isOfStatus && !isLeftOut ? now : (last?.at ?? 0) };
      stream.set(uid, told);
      return isLeftOut ? [] : [frame];
    }),
  },
});
