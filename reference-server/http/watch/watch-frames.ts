import type { Resource } from '../../../spec/surface/resources.ts';
import type { ObjectFilter } from '../../objects/selectors/object-filter.ts';
import type { ObjectChange, ObjectEntry } from '../../objects/stored-object.ts';
import type { EventStream } from '../media/codecs.ts';

/** Frames are joined to writes of about this many bytes. */
const CHUNK = 64 * 1024;

/** Encoded batches by stream, resource and filter: watchers with the same selection share the bytes. */
const SHARED = new WeakMap<EventStream, WeakMap<readonly ObjectChange[], Map<string, readonly Buffer[]>>>();

/** The selection of a watcher. */
export interface Watched {
  readonly resource: Resource;
  readonly filter: ObjectFilter;
  /** Whether a DELETED event carries the last version of the object instead of that of the deletion. */
  readonly deletedEventKeepsVersion: boolean;
}

/** The frames of the changes for such a watcher. */
export function changeFrames(
  changes: readonly ObjectChange[],
  watched: Watched,
  stream: EventStream,
): readonly Buffer[] {
  const made = madeOf(changes, stream);
  const key = `${watched.resource.id} ${watched.filter.text}`;
  let chunks = made.get(key);
  if (chunks === undefined) {
    chunks = [...joined(framesOf(changes, watched, stream))];
    made.set(key, chunks);
  }
  return chunks;
}

function madeOf(changes: readonly ObjectChange[], stream: EventStream): Map<string, readonly Buffer[]> {
  let batches = SHARED.get(stream);
  if (batches === undefined) {
    batches = new WeakMap();
    SHARED.set(stream, batches);
  }
  let made = batches.get(changes);
  if (made === undefined) {
    made = new Map();
    batches.set(changes, made);
  }
  return made;
}

/** The frames of objects that existed before the watch began (document, Events 2). */
export function initialFrames(
  entries: readonly ObjectEntry[],
  watched: Watched,
  stream: EventStream,
): Generator<Buffer> {
  return joined(addedFrames(entries, watched, stream));
}

/** The frames of objects that existed before the watch began, one by one. */
export function* addedFrames(
  entries: readonly ObjectEntry[],
  { resource, filter }: Watched,
  stream: EventStream,
): Generator<Buffer> {
  for (const entry of entries) if (filter.matches(entry.value.object)) yield stream.frame(entry, 'ADDED', resource);
}

/**
 * For a watcher with a selector, an object that begins to match gets an ADDED event and one that stops matching a
 * DELETED event with the last state that matched.
 */
function changeFrame(
  { type, entry, previous }: ObjectChange,
  { resource, filter, deletedEventKeepsVersion }: Watched,
  stream: EventStream,
): Buffer | undefined {
  const was = previous !== undefined && filter.matches(previous.value.object);
  const is = type === 'put' && filter.matches(entry.value.object);
  if (is) return stream.frame(entry, was ? 'MODIFIED' : 'ADDED', resource);
  if (!was) return undefined;
  return stream.frame(
    deletedEventKeepsVersion ? previous : { ...previous, revision: entry.revision },
    'DELETED',
    resource,
  );
}

/** The frames of changes one by one. */
export function* framesOf(changes: readonly ObjectChange[], watched: Watched, stream: EventStream): Generator<Buffer> {
  for (const change of changes) {
    const frame = changeFrame(change, watched, stream);
    if (frame !== undefined) yield frame;
  }
}

/** Joins small frames into larger pieces. */
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

/** A single frame is shared, not copied. */
function together(frames: readonly Buffer[]): Buffer {
  const [first] = frames;
  return first !== undefined && frames.length === 1 ? first : Buffer.concat(frames);
}
