import type { Writable } from 'node:stream';
import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { metadataOf, objectAt, objectPath, succeeded } from '../bend.ts';
import type { FaultyRequest, Hooks, Variant } from '../fault.ts';
import { finalizersOf, storedOf } from '../memory.ts';
import { variants } from '../named.ts';
import { acceptOf, isFromCache, isWatch } from '../requests.ts';
import { writeAll } from '../sink.ts';
import { keeping, later, pause } from '../ways.ts';
import { letGo } from './holding.ts';
import { asksForJson, deleteOptionsOf } from './responses.ts';

/** How often the server stalls, and for how long, in milliseconds. */
const STALLS_EVERY_MS = 4_000;
const STALL_MS = 700;

/** Resolves at once, or at the end of the present stall. */
function awake(): Promise<void> {
  const since = Date.now() % STALLS_EVERY_MS;
  return since < STALL_MS ? pause(STALL_MS - since) : Promise.resolve();
}

/** How often watches deliver, and for how long the delivery is open, in milliseconds. */
const BATCH_MS = 700;
const OPEN_MS = 30;

/** The pause within an event, and how long after such an event the next such one may come, in milliseconds. */
const WITHIN_MS = 200;
const BETWEEN_MS = 500;

/** Watches in JSON pause in the middle of an event, unless they did so a moment before. */
function pausingWithinEvents(): Hooks {
  const readers = new WeakMap<FaultyRequest, Writable>();
  return {
    began: (request, reader) => void readers.set(request, reader),
    event: async (frame, request, stream) => {
      const reader = readers.get(request);
      if (reader === undefined || Date.now() - Number(stream.get('halved') ?? 0) < BETWEEN_MS) return [frame];
      const bytes = Buffer.from(`${JSON.stringify(frame)}\n`);
      const half = Math.floor(bytes.length / 2);
      await writeAll(reader, [bytes.subarray(0, half)]);
      await pause(WITHIN_MS);
      await writeAll(reader, [bytes.subarray(half)]);
      stream.set('halved', Date.now());
      return [];
    },
  };
}

/** How far one of two watch servers is behind, in milliseconds. */
const BEHIND_MS = 500;

/** Every second watch has a server that is behind. */
function laggingByTurns(): Hooks {
  let watches = 0;
  const lagging = new WeakSet<FaultyRequest>();
  return {
    request: (request) => {
      if (!isWatch(request)) return;
      watches += 1;
      if (watches % 2 === 0) lagging.add(request);
    },
    event: async (frame, request, stream) => {
      if (lagging.has(request) && Date.now() - Number(stream.get('last') ?? 0) > BEHIND_MS) await pause(BEHIND_MS);
      stream.set('last', Date.now());
      return [frame];
    },
  };
}

/** The longest time that a request waits for its turn, in milliseconds. */
const LONGEST_WAIT_MS = 120;

/** How often a watch gets a blank line, in milliseconds. */
const BEAT_MS = 250;

/** How long a pod takes to stop, in milliseconds. */
const STOP_MS = 1_200;

const STOPPING = 'nodes.example.com/stopping';

/** The options of a delete of a pod; `undefined` if they cannot be read, or for any other request. */
function podDeleteOptions(request: FaultyRequest): Record<string, unknown> | undefined {
  const { verb, resource } = request.call ?? {};
  return verb === 'delete' && resource?.kind === 'Pod' && asksForJson(request) ? deleteOptionsOf(request) : undefined;
}

/** Servers that take their time. */
export const TIMING_VARIANTS: readonly Variant[] = variants({
  'stalls-every-few-seconds': {
    summary: 'every 4 seconds the server does nothing at all for 0.7 seconds, neither respond nor deliver events',
    dialect: 'spec',
    hooks: () => ({
      request: awake,
      response: awake,
      event: async (frame) => {
        await awake();
        return [frame];
      },
    }),
  },
  'events-come-in-batches': {
    summary: 'watches deliver events in batches, every 0.7 seconds',
    dialect: 'spec',
    hooks: () => ({
      event: async (frame, _, stream) => {
        if (Date.now() > Number(stream.get('opened') ?? 0) + OPEN_MS) {
          await pause(BATCH_MS - (Date.now() % BATCH_MS));
          stream.set('opened', Date.now());
        }
        return [frame];
      },
    }),
  },
  'events-come-in-two-halves': {
    summary: 'the second half of the bytes of an event comes 0.2 seconds after the first, unless events come quickly',
    dialect: 'spec',
    hooks: pausingWithinEvents,
  },
  'every-second-watch-lags': {
    summary: 'one of two watch servers behind a balancer delivers events half a second later than the other',
    dialect: 'spec',
    hooks: laggingByTurns,
  },
  'requests-overtake-one-another': {
    summary: 'the server takes up each request after up to 0.12 seconds, so parallel requests overtake one another',
    dialect: 'spec',
    hooks: () => ({ request: () => pause(Math.random() * LONGEST_WAIT_MS) }),
  },
  'quiet-watches-get-blank-lines': {
    summary: 'a watch in JSON gets an empty line four times a second, which keeps its connection alive',
    dialect: 'spec',
    hooks: () => ({
      began: (request, reader) => {
        if (acceptOf(request).includes('protobuf')) return;
        const beat = setInterval(() => {
          if (!reader.writableEnded && !reader.destroyed) reader.write('\n');
        }, BEAT_MS).unref();
        reader.once('close', () => clearInterval(beat));
      },
    }),
  },
  'pods-take-a-second-to-stop': {
    summary: 'a pod deleted without options stays for 1.2 seconds with a deletion timestamp and a finalizer',
    dialect: 'spec',
    hooks: () => ({
      request: async (request, upstream) => {
        const options = podDeleteOptions(request);
        if (options === undefined || Object.keys(options).length > 0) return;
        const stored = await storedOf(request, upstream);
        if (stored === undefined || metadataOf(stored)['deletionTimestamp'] !== undefined) return;
        if (objectAt(stored, 'spec')?.['terminationGracePeriodSeconds'] === 0) return;
        const path = objectPath(request);
        const finalizers = [...finalizersOf(stored), STOPPING];
        const held = await upstream.send('PATCH', path, { metadata: { finalizers } }, MERGE_PATCH_TYPE);
        if (succeeded(held)) later(STOP_MS, () => void letGo(path, STOPPING, upstream).catch(() => undefined));
      },
      // A second delete with options, such as a grace period of 0, ends the wait.
      response: async (response, request, upstream) => {
        const options = podDeleteOptions(request);
        if (options !== undefined && Object.keys(options).length > 0 && succeeded(response))
          await letGo(objectPath(request), STOPPING, upstream);
      },
    }),
  },
  'lists-from-the-cache-are-a-second-old': {
    summary: 'a list with resourceVersion=0 shows what the last such list showed, for up to a second',
    dialect: 'spec',
    hooks: keeping(isFromCache),
  },
});
