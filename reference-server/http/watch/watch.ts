import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import { ApiError, badRequest } from '../../resources/api-error.ts';
import { strategyOf } from '../../objects/server-context.ts';
import { collectionPrefix, objectKey } from '../../objects/object-key.ts';
import type { ObjectEntry } from '../../objects/stored-object.ts';
import type { Clock } from '../../objects/clock.ts';
import { CompactedError } from '../../store/store.ts';
import { type RoutedCall, filterOf } from '../call.ts';
import { type EventStream, JSON_STREAM } from '../media/codecs.ts';
import { ESCAPED_JSON_STREAM, escapedStream } from '../response/escaped-json.ts';
import type { Accepted } from '../media/negotiation.ts';
import { renderContext } from '../response/render-context.ts';
import { renderedStream } from '../media/rendering.ts';
import { askedRevision } from '../routing/resource-version.ts';
import { failureStatus } from '../response/status-body.ts';
import { addedFrames, changeFrames, framesOf, initialFrames, type Watched } from './watch-frames.ts';

/** Without `timeoutSeconds` a watch ends after half an hour to an hour, at random, so not all end together. */
const SHORTEST_MS = 30 * 60 * 1000;

/** Time limit for a reader to take the unread rest at the end of its watch. */
const LAST_BYTES_MS = 5000;

/** The open watches, and how long their readers may stall. */
export interface OpenWatches {
  readonly ends: Set<AbortController>;
  /** Milliseconds of real time. */
  readonly stalledMs: number;
}

/** The reason why a watch ends, shared by all: creating an error for each would cost more than the rest of its end. */
const OVER = new Error('the watch is over');

/** The reason why a watch ends whose connection is cut. */
export const CUT = new Error('the watch was cut');

/** A watch that is ready to stream: its parameters and its start are settled. */
export interface ReadyWatch {
  readonly call: RoutedCall;
  readonly prefix: string;
  readonly watched: Watched;
  /** The objects to deliver as ADDED first; released after one call, because a watch may be open for long. */
  readonly initial: () => readonly ObjectEntry[];
  /** The revision after which changes are delivered. */
  readonly after: number;
  readonly milliseconds: number;
}

/**
 * Reads the parameters of a watch and settles its start: once the client has a response, it relies on getting every
 * later change. Rejects with `ApiError` 400, with 422 if it would have to mark the end of the initial events, and
 * with the errors of the store.
 */
export async function prepareWatch(call: RoutedCall): Promise<ReadyWatch> {
  const { context, resource, namespace, name, query } = call;
  // Clients of later releases would wait for a bookmark that this server does not send, unless the refusal makes them
  // list first.
  if (context.choices['operations.later-releases'] !== 'absent' && query.flag('sendInitialEvents') === true)
    throw new ApiError(
      'Invalid',
      'sendInitialEvents is not supported: list first, and watch from the version of the list',
    );
  if (
    name !== undefined &&
    query.text('fieldSelector') !== '' &&
    context.choices['watch.field-selector-on-name'] === 'refused'
  ) {
    throw badRequest('a watch of a single object takes no fieldSelector');
  }
  const seconds = query.integer('timeoutSeconds') ?? 0;
  const prefix = name === undefined ? collectionPrefix(resource, namespace) : objectKey(resource, namespace, name);
  const milliseconds = seconds === 0 ? SHORTEST_MS * (1 + Math.random()) : Math.max(0, seconds * 1000);
  const deletedEventKeepsVersion =
    context.choices['watch.removal-version'] === 'by-kind' &&
    strategyOf(context, resource).byKind?.deletedEventHasVersion !== true;
  const watched = { resource, filter: filterOf(call), deletedEventKeepsVersion };
  const after = askedRevision(query, context.choices);
  const { entries, revision } =
    after === undefined ? await context.store.range(prefix) : { entries: [], revision: after };
  return { call, prefix, watched, initial: givenOnce(entries), after: revision, milliseconds };
}

/** Returns them at the first call, and releases them. */
function givenOnce(entries: readonly ObjectEntry[]): () => readonly ObjectEntry[] {
  let left = entries;
  return () => {
    const given = left;
    left = [];
    return given;
  };
}

/**
 * Streams changes until the timeout, the reader's disconnect, a call of `closing`, or until the reader falls behind
 * the history: then an ERROR event with a Status 410 is the last. The stream waits for a slow reader and cuts a
 * stalled one; memory holds only the frames being sent.
 */
export async function streamWatch(
  watch: ReadyWatch,
  accepted: Accepted,
  response: ServerResponse,
  { ends, stalledMs }: OpenWatches,
): Promise<void> {
  const end = new AbortController();
  const timer = watch.call.context.clock.after(watch.milliseconds, () => end.abort(OVER));
  ends.add(end);
  // A watch may be silent for long; only a reader with unread bytes is timed.
  response.setTimeout(0);
  response.on('close', () => end.abort(OVER));
  const stream = streamOf(watch.call, accepted);
  const namesStream = accepted.stream && watch.call.context.choices['watch.json-type'] !== 'plain';
  response.writeHead(200, { 'Content-Type': stream.mediaTypes[namesStream ? 0 : 1] });
  response.flushHeaders();
  try {
    for await (const chunk of delivered(watch, stream, end.signal, CHUNKS)) {
      if (end.signal.aborted) break;
      if (response.write(chunk)) continue;
      response.setTimeout(stalledMs);
      await drained(response, end.signal);
      response.setTimeout(0);
    }
  } finally {
    timer.cancel();
    ends.delete(end);
    if (end.signal.reason === CUT) response.destroy();
    else finish(response, watch.call.context.clock);
  }
}

/** The framing of events in the negotiated format. */
export function streamOf(call: RoutedCall, { codec: { stream = JSON_STREAM }, rendering }: Accepted): EventStream {
  const escapes = stream === JSON_STREAM && call.context.choices['media-types.json-escapes'] === 'markup';
  if (rendering === undefined) return escapes ? ESCAPED_JSON_STREAM : stream;
  const shown = renderedStream(stream, renderContext(call, rendering), () => call.context.clock.now());
  return escapes ? escapedStream(shown) : shown;
}

/** Ends the stream; a reader that does not take the rest in time is cut. */
function finish(response: ServerResponse, clock: Clock): void {
  if (response.closed) return;
  const cut = clock.after(LAST_BYTES_MS, () => response.destroy());
  response.on('close', () => cut.cancel());
  response.end();
}

/** The form of a watch's events: chunks of many frames, or single frames. */
interface EventFraming {
  readonly initial: typeof initialFrames;
  readonly changes: (...delivered: Parameters<typeof changeFrames>) => Iterable<Buffer>;
}

const CHUNKS: EventFraming = { initial: initialFrames, changes: changeFrames };
const FRAMES: EventFraming = { initial: addedFrames, changes: framesOf };

/** The frames of a watch one by one, until its timeout or until `signal` aborts. */
export async function* watchFramesOf(
  watch: ReadyWatch,
  accepted: Accepted,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  yield* delivered(watch, streamOf(watch.call, accepted), signal, FRAMES);
}

async function* delivered(
  watch: ReadyWatch,
  stream: EventStream,
  signal: AbortSignal,
  framing: EventFraming,
): AsyncGenerator<Buffer> {
  const { call, prefix, watched, initial, after } = watch;
  const { store, watchWindow } = call.context;
  try {
    watchWindow?.requireAfter(call.resource.kind, after);
    yield* framing.initial(initial(), watched, stream);
    for await (const changes of store.watch(prefix, { after, signal }))
      yield* framing.changes(changes, watched, stream);
  } catch (error) {
    if (!(error instanceof CompactedError)) throw error;
    yield stream.errorFrame(failureStatus(new ApiError('Gone', `too old resource version: ${error.message}`)));
  }
}

/** Resolves when the reader has taken the written bytes, or the watch is over. */
async function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  try {
    await once(response, 'drain', { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
