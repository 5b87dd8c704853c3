import type { Resource } from '../../spec/surface/resources.ts';
import type { ObjectFilter } from '../objects/selectors/object-filter.ts';
import type { ObjectChange, ObjectEntry } from '../objects/stored-object.ts';
import { watchFrame } from '../objects/stored-object.ts';

/** Frames are joined to writes of about so many bytes. */
const CHUNK = 64 * 1024;

/** What has been made of a batch, by resource and filter: watchers of the same things get the same bytes. */
const SHARED = new WeakMap<readonly ObjectChange[], Map<string, readonly Buffer[]>>();

/** The frames by which a watcher with that filter learns of the changes. */
export function changeFrames(changes: readonly ObjectChange[], resource: Resource, filter: ObjectFilter): readonly Buffer[] {
  let made = SHARED.get(changes);
  if (made === undefined) {
    made = new Map();
    SHARED.set(changes, made);
  }
  const key = `${resource.id} ${filter.text}`;
  let chunks = made.get(key);
  if (chunks === undefined) {
    chunks = [...joined(framesOf(changes, resource, filter))];
    made.set(key, chunks);
  }
  return chunks;
}

/** The frames that tell of objects which were there before the watch began (document, Events 2). */
export function initialFrames(entries: readonly ObjectEntry[], resource: Resource, filter: ObjectFilter): Generator<Buffer> {
  return joined(addedFrames(entries, resource, filter));
}

function* addedFrames(entries: readonly ObjectEntry[], resource: Resource, filter: ObjectFilter): Generator<Buffer> {
  for (const entry of entries) if (filter.matches(entry.value.object)) yield watchFrame(entry, 'ADDED', resource);
}

/**
 * For a watcher with a selector, an object that begins to match appears and one that stops matching is removed; what is told of a
 * removal is the last state that matched, under the version of the change.
 */
function changeFrame({ type, entry, previous }: ObjectChange, resource: Resource, filter: ObjectFilter): Buffer | undefined {
  const was = previous !== undefined && filter.matches(previous.value.object);
  const is = type === 'put' && filter.matches(entry.value.object);
  if (is) return watchFrame(entry, was ? 'MODIFIED' : 'ADDED', resource);
  return was ? watchFrame({ ...previous, revision: entry.revision }, 'DELETED', resource) : undefined;
}

function* framesOf(changes: readonly ObjectChange[], resource: Resource, filter: ObjectFilter): Generator<Buffer> {
  for (const change of changes) {
    const frame = changeFrame(change, resource, filter);
    if (frame !== undefined) yield frame;
  }
}

/** The same bytes in fewer pieces. */
function* joined(frames: Iterable<Buffer>): Generator<Buffer> {
  let open: Buffer[] = [];
  let size = 0;
  for (const frame of frames) {
    open.push(frame);
    size += frame.length;
    if (size < CHUNK) continue;
    yield together(open);
    open = [];
    size = 0;
  }
  if (size > 0) yield together(open);
}

/** A single frame is shared as it is, not copied. */
function together(frames: readonly Buffer[]): Buffer {
  const [first] = frames;
  return first !== undefined && frames.length === 1 ? first : Buffer.concat(frames);
}
