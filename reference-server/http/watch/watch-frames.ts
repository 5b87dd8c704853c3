import type { Resource } from '../../../spec/surface/resources.ts';
import type { ObjectFilter } from '../../objects/selectors/object-filter.ts';
import type { ObjectChange, ObjectEntry } from '../../objects/stored-object.ts';
import type { EventStream } from '../media/codecs.ts';

/** Frames are joined to writes of about so many bytes. */
const CHUNK = 64 * 1024;

/** What has been made of a batch, by stream, resource and filter: watchers of the same things get the same bytes. */
const SHARED = new WeakMap<EventStream, WeakMap<readonly ObjectChange[], Map<string, readonly Buffer[]>>>();

/** What a watcher is told of. */
export interface Watched {
  readonly resource: Resource;
  readonly filter: ObjectFilter;
  /** Whether a removal is told under the version that the object last had, not under that of the removal. */
  readonly removalKeepsVersion: boolean;
}

/** The frames by which such a watcher learns of the changes. */
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

/** The frames that tell of objects which were there before the watch began (document, Events 2). */
export function initialFrames(
  entries: readonly ObjectEntry[],
  watched: Watched,
  stream: EventStream,
): Generator<Buffer> {
  return joined(addedFrames(entries, watched, stream));
}

/** The same, each for itself. */
export function* addedFrames(
  entries: readonly ObjectEntry[],
  { resource, filter }: Watched,
  stream: EventStream,
): Generator<Buffer> {
  for (const entry of entries) if (filter.matches(entry.value.object)) yield stream.frame(entry, 'ADDED', resource);
}

/**
 * For a watcher with a selector, an object that begins to match appears and one that stops matching is removed; what is told of a
 * removal is the last state that matched.
 */
function changeFrame(
  { type, entry, previous }: ObjectChange,
  { resource, filter, removalKeepsVersion }: Watched,
  stream: EventStream,
): Buffer | undefined {
  const was = previous !== undefined && filter.matches(previous.value.object);
  const is = type === 'put' && filter.matches(entry.value.object);
  if (is) return stream.frame(entry, was ? 'MODIFIED' : 'ADDED', resource);
  if (!was) return undefined;
  return stream.frame(removalKeepsVersion ? previous : { ...previous, revision: entry.revision }, 'DELETED', resource);
}

/** The frames of changes, each for itself. */
export function* framesOf(changes: readonly ObjectChange[], watched: Watched, stream: EventStream): Generator<Buffer> {
  for (const change of changes) {
    const frame = changeFrame(change, watched, stream);
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
